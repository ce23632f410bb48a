package dev.switchback.approval;

/**
 * A statement's text and its armoured SSH signature.
 *
 * @param text exactly what was signed, see {@link Statement#text()}
 * @param signature {@code -----BEGIN SSH SIGNATURE-----} block (PROTOCOL.sshsig of OpenSSH)
 */
public record SignedStatement(String text, String signature) {}

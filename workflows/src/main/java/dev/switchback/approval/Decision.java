package dev.switchback.approval;

/**
 * A statement that was accepted and still counts.
 *
 * @param signed what was sent, kept to be verified again when it is used
 * @param statement the same, read
 */
public record Decision(SignedStatement signed, Statement statement) {}

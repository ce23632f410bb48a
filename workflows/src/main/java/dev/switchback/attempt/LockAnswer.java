package dev.switchback.attempt;

/**
 * Answer to a request for the lock file on a host.
 *
 * @param held whether the attempt holds it now
 * @param holder the attempt named in the lock file
 */
public record LockAnswer(boolean held, String holder) {}

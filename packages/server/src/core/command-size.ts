/** Counted bytes of a command without texts: a message with its row and frame. */
export const baseCommandBytes = 2_048;

/**
 * Returns the size that is counted for a command whose texts have this many UTF-16 units in all. It
 * needs only lengths that are known, and is hardly ever too low: a unit has at most 3 bytes in
 * UTF-8.
 */
export const countCommandBytes = (textLength: number): number => baseCommandBytes + 3 * textLength;

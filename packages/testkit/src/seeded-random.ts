/**
 * Creates a generator of numbers from 0 to below 1. A seed always gives the same numbers, so that a
 * failed run can be repeated. Neighbouring seeds give unrelated sequences (mulberry32).
 */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the number in the environment variable SEED. Otherwise a long run has another seed each
 * day, and a daily run always the same, so that it fails only for what was changed. Prints the
 * seed.
 */
export function chooseSeed(): number {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const seed = process.env["SEED"] ?? (process.env["LONG"] === undefined ? "20261201" : day);
  console.log(`random values of SEED=${seed}`);
  return Number(seed);
}

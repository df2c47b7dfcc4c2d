/** Memoizes the last result by its inputs, because many components compute it from one state. */
export function memoizeLast<A extends unknown[], I extends readonly unknown[], R>(
  toInputs: (...args: A) => I,
  compute: (...currentInputs: [...I]) => R,
): (...args: A) => R {
  let last: { readonly given: I; readonly result: R } | null = null;
  return (...args) => {
    const currentInputs = toInputs(...args);
    if (
      last?.given.length === currentInputs.length &&
      last.given.every((input, index) => Object.is(input, currentInputs[index]))
    )
      return last.result;
    const result = compute(...currentInputs);
    last = { given: currentInputs, result };
    return result;
  };
}

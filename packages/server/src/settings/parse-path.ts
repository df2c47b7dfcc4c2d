/** Splits the path of a problem, such as `.if.all[1].value`, into steps. */
export const parsePath = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

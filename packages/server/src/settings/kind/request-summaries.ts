/** Returns the summaries of the requests of a kind. `one`: `a saved view`. `all`: `saved views`. */
export const summarizeRequests = (one: string, all: string) => ({
  list: `List ${all}`,
  one: `Get ${one}`,
  create: `Create ${one}`,
  change: `Update ${one}`,
  remove: `Delete ${one}`,
});

/** Address of a stored file. */
const fileAddress = /(?:https?:\/\/[^\s/()<>"']+)?\/files\/([\w-]{27})\/(?!thumb\/)[^\s()<>"']+/g;

/** Returns the tokens of the files that a text names, each with the address. */
export const listFileAddresses = (
  body: string,
): readonly { readonly token: string; readonly url: string }[] =>
  Array.from(body.matchAll(fileAddress), ([url, token = ""]) => ({ token, url }));

/** Replaces addresses of stored files. null: the address stays. */
export const replaceFileAddresses = (
  body: string,
  replace: (token: string) => string | null,
): string => body.replace(fileAddress, (url: string, token: string) => replace(token) ?? url);

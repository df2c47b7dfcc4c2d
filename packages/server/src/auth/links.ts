/**
 * Returns the path of a link with a token. The token is in the fragment, which browsers never send,
 * so no log or proxy contains it. Applications also open the older formats `/invite/<token>`,
 * `/reset/<token>` and `/setup?token=<token>`.
 */
export const createLinkPath = (page: "invite" | "reset" | "setup", token: string): string =>
  `/${page}#${token}`;

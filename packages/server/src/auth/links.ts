/**
 * Returns the path of a link with a token. The token is in the fragment: browsers send it to no server, so no log and no proxy has it. Applications also
 * open the older forms, `/invite/<token>`, `/reset/<token>` and `/setup?token=<token>`.
 */
export const linkPath = (page: "invite" | "reset" | "setup", token: string): string => `/${page}#${token}`;

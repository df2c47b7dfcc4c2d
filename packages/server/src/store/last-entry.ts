/**
 * Returns an SQL expression for the position of an account's last journal entry, or 0 if it has
 * none. It reads one key of the index. `account` is a parameter, or a column with its table, of
 * type bigint.
 */
export const lastPosition = (account: string): string =>
  `coalesce((select e.position from journal e where e.account_id = ${account} order by e.position desc limit 1), 0)`;

/**
 * Returns an SQL expression for the number (`seq`) of a chat's last message, or 0 if it has none.
 * It reads one key of the index. `account` and `chat` are parameters, or columns with their table,
 * of type bigint.
 */
export const lastSeq = (account: string, chat: string): string =>
  `coalesce((select e.seq from journal e where e.account_id = ${account} and e.chat_id = ${chat} and e.seq is not null order by e.seq desc limit 1), 0)`;

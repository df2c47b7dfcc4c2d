import type { Reader } from "../../database/reader.ts";

/** Returns whether the account brought this position from another installation. */
export async function isEarlierCursor(
  reader: Reader,
  account: number,
  { epoch, position }: { readonly epoch: string; readonly position: number },
): Promise<boolean> {
  const row = await reader.one(
    account,
    "select from earlier_epoch where account_id = $1 and epoch = $2 and position >= $3",
    [account, epoch, position],
  );
  return row !== undefined && row !== null;
}

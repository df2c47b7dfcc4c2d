import type { AccountSettings } from "../settings/account/account-settings.ts";
import { findAccountSettings } from "../settings/account/account.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { createEndpoint, type Seal } from "../settings/integrations/endpoint-changes.ts";

/** The server of an account's model, with its sealed key. The row stays if it is removed. */
export interface ModelServerRecord {
  readonly endpointId: number;
  readonly url: string;
  /** null: requests have no key. */
  readonly sealedKey: Buffer | null;
  readonly keyHint: string | null;
}

/** Settings of an account with the server of its model, which is null without one. */
export interface ModelRecord extends AccountSettings {
  readonly server: ModelServerRecord | null;
}

export async function findModel(reader: Reader, account: number): Promise<ModelRecord> {
  const settings = await findAccountSettings(reader, account);
  const hasServer = settings.model.endpointId !== null;
  return { ...settings, server: hasServer ? await findModelServer(reader, account) : null };
}

async function findModelServer(reader: Reader, account: number): Promise<ModelServerRecord | null> {
  const row = await reader.one<{
    id: number;
    url: string;
    secret: Buffer;
    secret_hint: string;
  }>(
    account,
    "select id::float8 as id, url, secret, secret_hint from endpoint where account_id = $1 and kind = 'model'",
    [account],
  );
  if (row === null) return null;
  const hasKey = row.secret_hint !== "";
  return {
    endpointId: row.id,
    url: row.url,
    sealedKey: hasKey ? row.secret : null,
    keyHint: hasKey ? row.secret_hint : null,
  };
}

/** Saves the server. `key`: null removes the key, undefined keeps it. Returns its endpoint. */
export async function saveModelServer(
  tx: Sql,
  account: number,
  server: { readonly url: string; readonly key: string | null | undefined; readonly now: number },
  seal: Seal,
): Promise<number> {
  const { url, key, now } = server;
  const [existing] = await tx.query<{ id: number }>(
    "update endpoint set url = $2 where account_id = $1 and kind = 'model' returning id::float8 as id",
    [account, url],
  );
  if (existing === undefined)
    return createEndpoint(
      tx,
      account,
      { kind: "model", name: "Model", url, secret: key ?? "", now },
      seal,
    );
  if (key !== undefined) await setModelKey(tx, account, key, { seal, now });
  return existing.id;
}

export async function setModelKey(
  tx: Sql,
  account: number,
  key: string | null,
  { seal, now }: { readonly seal: Seal; readonly now: number },
): Promise<void> {
  await tx.query(
    "update endpoint set secret = $2, secret_hint = $3, secret_created_at = $4 where account_id = $1 and kind = 'model'",
    [account, seal(key ?? ""), key?.slice(-4) ?? "", key === null ? null : new Date(now)],
  );
}

import type { AccountSettings } from "../settings/account/account-settings.ts";
import { findAccountSettings } from "../settings/account/account.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { createEndpoint, type Seal } from "../settings/integrations/endpoint-changes.ts";

/** `Model` writes and embeds, `Translation` only translates (MODEL-070). */
export type ModelServerName = "Model" | "Translation";

/** A server of an account, with its sealed key. The row stays if it is removed. */
export interface ModelServerRecord {
  readonly name: ModelServerName;
  readonly endpointId: number;
  readonly url: string;
  /** null: requests have no key. */
  readonly sealedKey: Buffer | null;
  readonly keyHint: string | null;
}

/** Settings of an account with the servers of its model and of translations, null without one. */
export interface ModelRecord extends AccountSettings {
  readonly server: ModelServerRecord | null;
  readonly translator: ModelServerRecord | null;
}

export async function findModel(reader: Reader, account: number): Promise<ModelRecord> {
  const settings = await findAccountSettings(reader, account);
  const { endpointId, translatorId } = settings.model;
  const servers =
    endpointId === null && translatorId === null ? [] : await listServers(reader, account);
  const find = (id: number | null) => servers.find((server) => server.endpointId === id) ?? null;
  return { ...settings, server: find(endpointId), translator: find(translatorId) };
}

async function listServers(reader: Reader, account: number): Promise<readonly ModelServerRecord[]> {
  const rows = await reader.rows<{
    id: number;
    name: ModelServerName;
    url: string;
    secret: Buffer;
    secret_hint: string;
  }>(
    account,
    "select id::float8 as id, name, url, secret, secret_hint from endpoint where account_id = $1 and kind = 'model'",
    [account],
  );
  return rows.map(({ id, name, url, secret, secret_hint }) => ({
    endpointId: id,
    name,
    url,
    sealedKey: secret_hint === "" ? null : secret,
    keyHint: secret_hint || null,
  }));
}

/** Saves a server. `key`: null removes the key, undefined keeps it. Returns its endpoint. */
export async function saveModelServer(
  tx: Sql,
  account: number,
  server: {
    readonly name: ModelServerName;
    readonly url: string;
    readonly key: string | null | undefined;
    readonly now: number;
  },
  seal: Seal,
): Promise<number> {
  const { name, url, key, now } = server;
  const [existing] = await tx.query<{ id: number }>(
    "update endpoint set url = $2 where account_id = $1 and kind = 'model' and name = $3 returning id::float8 as id",
    [account, url, name],
  );
  if (existing === undefined)
    return createEndpoint(tx, account, { kind: "model", name, url, secret: key ?? "", now }, seal);
  if (key !== undefined) await setModelKey(tx, account, { name, key, now }, seal);
  return existing.id;
}

export async function setModelKey(
  tx: Sql,
  account: number,
  {
    name,
    key,
    now,
  }: { readonly name: ModelServerName; readonly key: string | null; readonly now: number },
  seal: Seal,
): Promise<void> {
  await tx.query(
    "update endpoint set secret = $2, secret_hint = $3, secret_created_at = $4 where account_id = $1 and kind = 'model' and name = $5",
    [account, seal(key ?? ""), key?.slice(-4) ?? "", key === null ? null : new Date(now), name],
  );
}

import { randomInt } from "node:crypto";
import { Channel } from "@parlour/protocol";
import { ChannelAddressCode, EmptyBody, IdParams, NoContent } from "@parlour/protocol/api";
import { findAddress, isConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../core/failure.ts";
import { createTransactionReader } from "../../../store/database/transaction-reader.ts";
import {
  proveChannelAddress,
  redeemAddressCode,
  saveAddressCode,
} from "../../../store/settings/channels/channel-address.ts";
import { findChannel, type ChannelRecord } from "../../../store/settings/channels/channel.ts";
import {
  assertNotManagedByFile,
  changeSettings,
  runIdempotent,
} from "../../kit/change-settings.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import { serializeChannel } from "../channel-serializer.ts";
import { loadChannel, type ChannelDeps } from "../load-channel.ts";

/** Validity of a code in ms, and the number of codes that may be entered before a new one. */
const codeTtlMs = 15 * 60_000;
const maxAttempts = 5;

/** Registers the routes with which an account proves the address of a channel (CON-068). */
export function channelAddressRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/address-code",
    action: "channels.manage",
    tag: "channels",
    summary: "Send a code to the address of a channel",
    params: IdParams,
    body: EmptyBody,
    status: 204,
    answer: NoContent,
    handle: (context) => runIdempotent(deps, context, () => sendCode(deps, context)),
  });
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/address-proof",
    action: "channels.manage",
    tag: "channels",
    summary: "Prove the address of a channel",
    params: IdParams,
    body: ChannelAddressCode,
    status: 200,
    answer: Channel,
    handle: (context) => redeemCode(deps, context),
  });
}

async function sendCode(
  deps: ChannelDeps,
  { principal, params }: ResourceRequestContext,
): Promise<null> {
  const id = parseId(params.id, "channel");
  const address = requireUnprovedAddress(await loadChannel(deps, principal, id));
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const key = { account: principal.accountId, id };
  await saveAddressCode(deps.sql, key, {
    hash: hashCode(deps, key, address, code),
    expiresAt: deps.clock.now() + codeTtlMs,
  });
  await deps.addressCodes.send(principal.accountId, address, code);
  return null;
}

async function redeemCode(
  deps: ChannelDeps,
  context: ResourceRequestContext<ChannelAddressCode>,
): Promise<Channel> {
  const { principal, params, body } = context;
  const id = parseId(params.id, "channel");
  const key = { account: principal.accountId, id };
  const stored = await loadChannel(deps, principal, id);
  assertNotManagedByFile(context, stored);
  const address = requireUnprovedAddress(stored);
  const hash = hashCode(deps, key, address, body.code);
  // Counted outside of the transaction, which a refusal rolls back.
  const now = deps.clock.now();
  if (!(await redeemAddressCode(deps.sql, key, { hash, now, maxAttempts })))
    refuse("invalid_request", "This code is wrong or has expired.", { field: "code" });
  const config = await deps.config(principal.accountId);
  return changeSettings(deps, context, "channel.change", async (tx) => {
    await proveChannelAddress(tx, key, address, now);
    const reader = createTransactionReader(tx);
    const row = requireFound(await findChannel(reader, key.account, id), "channel");
    return {
      result: serializeChannel(deps, principal, config, row),
      changed: [{ kind: "channel", id }],
      target: `channel ${id}: address`,
    };
  });
}

/** Returns the address of the channel. Throws Refusal `not_available` if it needs no proof. */
function requireUnprovedAddress({ kind, facts }: ChannelRecord): string {
  const { connector, addressState } = facts;
  const address =
    isConnectorKind(kind) && connector !== null ? findAddress(kind, connector.settings) : null;
  return address !== null && addressState === "unproved"
    ? address
    : refuse("not_available", "The address of this channel needs no proof.");
}

const hashCode = (
  { addressCodes }: ChannelDeps,
  { account, id }: { readonly account: number; readonly id: number },
  address: string,
  code: string,
): Buffer => addressCodes.hash(`${account} ${id} ${address} ${code}`);

import { identifyVisitor } from "../../../core/visitor/identify.ts";
import { refuse, Refusal } from "../../../core/failure.ts";
import type { Clock } from "../../../core/command.ts";
import type { JournalWriter, WidgetStore } from "../deps.ts";
import { parseFieldClaims } from "../../../http/body/field-claims.ts";
import { isUserToken, verifySignedIdentity } from "./identity.ts";
import type { FrameOfType, HandlerDeps } from "../handler-deps.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { SignedIdentity } from "./signed-identity.ts";

/** Stores contact data from the visitor or the page (WG-034, WG-080). */
export async function handleContacts(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"contacts">,
): Promise<void> {
  await saveContacts(deps, connection, frame);
  deps.client.send({ type: "done", ref: frame.ref });
}

/**
 * Handles setUserToken after the hello (WG-046). If a signed token belongs to another visitor, the
 * widget must reconnect.
 */
export async function handleUserToken(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"user_token">,
): Promise<void> {
  if (!isUserToken(frame.token))
    refuse("invalid_token", "A token has 1 to 1024 characters, none of them a control character.");
  const signed = verifySignedIdentity(deps, connection.widget, connection.publicId, frame.token);
  if (signed === null && connection.widget.identitySecret !== null)
    refuse("invalid_token", "The token is not signed correctly, or has expired.");
  if (signed !== null && signed.customer !== connection.customer) {
    deps.client.send({ type: "done", ref: frame.ref });
    return deps.client.requestReconnect("another visitor");
  }
  await saveUserToken(deps, connection, frame.token);
  if (signed !== null) await applySignedIdentity(deps, connection, signed);
  deps.client.send({ type: "done", ref: frame.ref });
}

/**
 * Stores the user token of the visitor and replaces an earlier one (WG-046). If several tokens
 * arrive in a row, the last one is stored.
 */
export function saveUserToken(
  deps: { readonly store: WidgetStore; readonly clock: Clock },
  connection: VisitorConnection,
  token: string,
): Promise<void> {
  const saved = connection.tokenSaved.then(async () => {
    if (connection.userToken === token) return;
    await deps.store.saveUserToken({
      account: connection.account,
      visitorId: connection.visitorId,
      token,
      now: deps.clock.now(),
    });
    connection.userToken = token;
  });
  connection.tokenSaved = saved.catch(() => undefined);
  return saved;
}

/**
 * Stores the contacts of a signed identity (WG-047). Skips an invalid email address or phone
 * number, but the token remains valid.
 */
export async function applySignedIdentity(
  deps: JournalWriter,
  connection: VisitorConnection,
  { contacts }: SignedIdentity,
): Promise<void> {
  for (const [field, value] of Object.entries(contacts)) {
    await saveContacts(deps, connection, { contacts: { [field]: value }, by: "signed" }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.failure.failure !== "invalid_request") throw error;
      },
    );
  }
}

async function saveContacts(
  { write }: JournalWriter,
  connection: VisitorConnection,
  input: Omit<FrameOfType<"contacts">, "type" | "ref" | "by"> & {
    readonly by: "visitor" | "page" | "signed";
  },
): Promise<void> {
  const { account, widget, customer, session, userToken } = connection;
  await write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    handler: identifyVisitor({
      channelId: widget.channelId,
      customer,
      session,
      userToken: userToken ?? undefined,
      contacts: input.contacts,
      source: input.by,
      consent: input.consent,
      fields: input.by === "visitor" ? parseFieldClaims("form", input.fields) : undefined,
    }),
  });
}

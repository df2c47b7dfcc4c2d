import { identifyVisitor } from "../../core/visitor/identify.ts";
import { refuse, Refusal } from "../../core/failure.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { isUserToken, signedOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import type { Seat } from "./seat.ts";
import type { Signed } from "./signed.ts";

/** Stores contact data from the visitor or the page (WG-034, WG-080). */
export async function contacts(deps: InboundDeps, seat: Seat, frame: ActedFrame<"contacts">): Promise<void> {
  await introduce(deps, seat, frame);
  deps.answer({ type: "done", ref: frame.ref });
}

/**
 * Handles setUserToken after hello (WG-046). If a signed token belongs to another visitor, the
 * widget must reconnect.
 */
export async function userToken(deps: InboundDeps, seat: Seat, frame: ActedFrame<"user_token">): Promise<void> {
  if (!isUserToken(frame.token)) refuse("invalid_token", "A token has 1 to 1024 characters, none of them a control character.");
  const signed = signedOf(deps, seat.widget, seat.publicId, frame.token);
  if (signed === null && seat.widget.identitySecret !== null)
    refuse("invalid_token", "The token is not signed as it should be, or its time is over.");
  if (signed !== null && signed.customer !== seat.customer) {
    deps.answer({ type: "done", ref: frame.ref });
    return deps.again("another visitor");
  }
  await keepToken(deps, seat, frame.token);
  if (signed !== null) await introduceSigned(deps, seat, signed);
  deps.answer({ type: "done", ref: frame.ref });
}

/**
 * Stores the user token until it is replaced (WG-046). Of several tokens in a row, the last one is
 * stored.
 */
export function keepToken(deps: Pick<WidgetEdgeDeps, "store" | "clock">, seat: Seat, token: string): Promise<void> {
  const kept = seat.tokenKept.then(async () => {
    if (seat.userToken === token) return;
    await deps.store.keepUserToken({ account: seat.account, visitorId: seat.visitorId, token, now: deps.clock.now() });
    seat.userToken = token;
  });
  seat.tokenKept = kept.catch(() => undefined);
  return kept;
}

/**
 * Stores the contacts of a signed identity (WG-047). An invalid email or phone is skipped, the
 * token stays valid.
 */
export async function introduceSigned(deps: Pick<WidgetEdgeDeps, "write">, seat: Seat, { contacts: said }: Signed): Promise<void> {
  for (const [field, value] of Object.entries(said)) {
    await introduce(deps, seat, { contacts: { [field]: value }, by: "signed" }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.failure.failure !== "invalid_request") throw error;
    });
  }
}

async function introduce(
  { write }: Pick<WidgetEdgeDeps, "write">,
  seat: Seat,
  said: Pick<ActedFrame<"contacts">, "contacts" | "consent"> & { readonly by: "visitor" | "page" | "signed" },
): Promise<void> {
  const { account, widget, customer, session, userToken: token } = seat;
  await write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    handler: identifyVisitor({
      channelId: widget.channelId,
      customer,
      session,
      ...(token === null ? {} : { userToken: token }),
      contacts: said.contacts,
      source: said.by,
      ...(said.consent === undefined ? {} : { consent: said.consent }),
    }),
  });
}

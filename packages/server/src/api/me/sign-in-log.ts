import type { Static } from "typebox";
import type { PageQuery } from "@parlour/protocol/api";
import type { SignInLog } from "@parlour/protocol/api/people/session";
import type { Principal } from "../../auth/index.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { serializeSignIn, type LocateAddress } from "./session-serializer.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Returns a page of the sign-in log, of one operator if `operatorId` is given (API-014). */
export async function listSignInPage(
  deps: RouteDeps & { readonly locateAddress: LocateAddress },
  principal: Principal,
  query: Static<typeof PageQuery>,
  operatorId: number | null,
): Promise<Static<typeof SignInLog>> {
  const { limit = 50 } = query;
  const list = operatorId === null ? "sign-ins" : "my-sign-ins";
  const [before = null] = decodeCursor(list, query.cursor, 1);
  const rows = await deps.auth.signInLog(principal.accountId, {
    operatorId,
    before,
    limit: limit + 1,
  });
  const page = cutPage(list, rows, limit, ({ id }) => [id]);
  return { ...page, items: page.items.map((row) => serializeSignIn(deps, row)) };
}

import { parseUtm } from "../../loader/utm.ts";
import type { PageAttributes } from "../../bridge.ts";
import {
  runAndReturn,
  resolveLater,
  fail,
  claimContacts,
  postAndReturn,
  type ApiDeps,
  type ApiFunctions,
} from "./result.ts";
import * as checks from "./validate.ts";

/**
 * Creates the functions with which a page sets and reads data of its visitor (WG-030 – WG-047,
 * WG-064).
 */
export function createVisitorFunctions(deps: ApiDeps): ApiFunctions {
  const { face, runtime } = deps;
  /** The attributes that the page set last. `setFields` adds to them. */
  let present: PageAttributes = {};
  const setClientAttributes = (value: unknown): unknown => {
    const attributes = checks.parseAttributes(value);
    return attributes === null
      ? fail("Attributes must be object.")
      : postAndReturn(runtime(), { type: "attributes", attributes: (present = attributes) });
  };
  return {
    getContactInfo() {
      const {
        name = null,
        email = null,
        phone = null,
        description = null,
      } = runtime()?.contacts() ?? {};
      return { name, client_name: name, email, phone, description };
    },
    getVisitorNumber(done) {
      if (typeof done !== "function") return;
      resolveLater(deps, (current) => {
        const number = current?.facts().number ?? null;
        return () =>
          (number === null
            ? done("Visitor number is not available")
            : done(null, number)) as unknown;
      });
    },
    setContactInfo(...args) {
      const { contacts, reason } = checks.parseContacts(args);
      const answer = claimContacts(runtime(), contacts);
      return answer.result === "fail" || reason === null ? answer : fail(reason);
    },
    setCustomData(fields) {
      if (!Array.isArray(fields)) return fail("Custom data must be array.");
      return postAndReturn(runtime(), {
        type: "custom_data",
        fields: checks.parsePageFields(fields),
      });
    },
    setClientAttributes,
    setFields(value) {
      const fields = checks.parseAttributes(value);
      return setClientAttributes(fields && { ...present, ...fields });
    },
    setUserToken(value) {
      const token = checks.parseUserToken(value);
      if (
        token === false ||
        !checks.isUserToken(token) ||
        (face.signed === true && !checks.isSignedToken(token, Date.now()))
      )
        return { result: "fail", token };
      return { ...runAndReturn(runtime(), (current) => current.setUserToken(token)), token };
    },
    clearHistory: () =>
      runAndReturn(runtime(), (current) => {
        present = {};
        return current.clearHistory();
      }),
    getUtm: () => parseUtm(runtime()?.visit().first ?? ""),
  };
}

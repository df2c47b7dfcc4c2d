import { parseUtm } from "../../loader/utm.ts";
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
  return { ...createContactFunctions(deps), ...createDataFunctions(deps) };
}

/** Creates the functions for the identity of the visitor. */
function createContactFunctions(deps: ApiDeps): ApiFunctions {
  const { runtime } = deps;
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
  };
}

/** Creates the functions for other data of the visitor and the visit. */
function createDataFunctions({ face, runtime }: ApiDeps): ApiFunctions {
  return {
    setCustomData(fields) {
      if (!Array.isArray(fields)) return fail("Custom data must be array.");
      return postAndReturn(runtime(), {
        type: "custom_data",
        fields: checks.parsePageFields(fields),
      });
    },
    setClientAttributes(value) {
      const attributes = checks.parseAttributes(value);
      return attributes === null
        ? fail("Attributes must be object.")
        : postAndReturn(runtime(), { type: "attributes", attributes });
    },
    setUserToken(value) {
      const token = checks.parseUserToken(value);
      if (token === false || !checks.isUserToken(token)) return { result: "fail", token };
      if (face.signed === true && !checks.isSignedToken(token, Date.now()))
        return { result: "fail", token };
      return { ...runAndReturn(runtime(), (current) => current.setUserToken(token)), token };
    },
    clearHistory: () => runAndReturn(runtime(), (current) => current.clearHistory()),
    getUtm: () => parseUtm(runtime()?.visit().first ?? ""),
  };
}

import { utmOf } from "../loader/utm.ts";
import { act, answerLater, fail, introduce, post, type ApiDeps, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

/** Functions with which a page sets and reads data of its visitor (WG-030 – WG-047, WG-064). */
export function visitorFunctions(deps: ApiDeps): Functions {
  return { ...contactFunctions(deps), ...dataFunctions(deps) };
}

/** Identity of the visitor. */
function contactFunctions(deps: ApiDeps): Functions {
  const { session } = deps;
  return {
    getContactInfo() {
      const { name = null, email = null, phone = null, description = null } = session()?.contacts() ?? {};
      return { name, client_name: name, email, phone, description };
    },
    getVisitorNumber(done) {
      if (typeof done !== "function") return;
      answerLater(deps, (live) => {
        const number = live?.facts().number ?? null;
        return () => (number === null ? done("Visitor number is not available") : done(null, number)) as unknown;
      });
    },
    setContactInfo(...args) {
      const { contacts, reason } = checks.contactsOf(args);
      const answer = introduce(session(), contacts);
      return answer.result === "fail" || reason === null ? answer : fail(reason);
    },
  };
}

/** Other data of the visitor and the visit. */
function dataFunctions({ face, session }: ApiDeps): Functions {
  return {
    setCustomData(fields) {
      if (!Array.isArray(fields)) return fail("Custom data must be array.");
      return post(session(), { type: "custom_data", fields: checks.pageFields(fields) });
    },
    setClientAttributes(value) {
      const attributes = checks.attributesOf(value);
      return attributes === null ? fail("Attributes must be object.") : post(session(), { type: "attributes", attributes });
    },
    setUserToken(value) {
      const token = checks.userTokenOf(value);
      if (token === false || !checks.isUserToken(token)) return { result: "fail", token };
      if (face.signed === true && !checks.isSignedToken(token, Date.now())) return { result: "fail", token };
      return { ...act(session(), (live) => live.setUserToken(token)), token };
    },
    clearHistory: () => act(session(), (live) => live.forget()),
    getUtm: () => utmOf(session()?.visit().first ?? ""),
  };
}

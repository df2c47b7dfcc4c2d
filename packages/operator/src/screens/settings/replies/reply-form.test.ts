import { expect, test } from "vitest";
import { bodyOf, checkReply, newReply } from "./reply-form.ts";

const good = { ...newReply("account"), shortcut: "refund", text: "Hello {visitor.name|there}" };

test("[API-048] the form names faults before anything is sent", () => {
  expect(checkReply(good)).toEqual({});
  expect(Object.keys(checkReply(newReply("department"))).toSorted()).toEqual(["department", "shortcut", "text"]);
  expect(
    Object.keys(
      checkReply({ ...good, shortcut: "two words", text: "{who.knows}", language: "English", folder: "x".repeat(101) }),
    ).toSorted(),
  ).toEqual(["folder", "language", "shortcut", "text"]);
});

test("[API-048] what is sent: all of a new reply, else what changed; a department with its scope", () => {
  expect(bodyOf({ ...good, shortcut: " refund " }, null)).toEqual({
    shortcut: "refund",
    text: good.text,
    folder: "",
    language: "",
    scope: "account",
    department_id: null,
  });
  expect(bodyOf({ ...good, scope: "department", department: "3" }, ["department"])).toEqual({ scope: "department", department_id: 3 });
  expect(bodyOf(good, ["folder"])).toEqual({ folder: "" });
});

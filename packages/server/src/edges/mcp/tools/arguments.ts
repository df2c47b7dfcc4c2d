import { Type } from "typebox";
import { Id } from "@parlour/protocol";

/** Arguments that several tools share. */

export const chatId = Type.Integer({ ...Id, description: "Id of a chat." });

/** Makes the repeat of a change harmless (MCP-030). */
export const clientId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[\\x21-\\x7e]+$",
  description:
    "A text of your choice, different for each change. Repeat it when you repeat a call: the change is then made once.",
});

export const cursor = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: "^[A-Za-z0-9_-]+$",
    description: "next_cursor of the previous page.",
  }),
);

/** Returns the argument for the size of a page. */
export const pageSize = (maximum: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, default: 20, description: "Size of the page." }),
  );
/** Page size if the call names none. */
export const defaultPageSize = 20;

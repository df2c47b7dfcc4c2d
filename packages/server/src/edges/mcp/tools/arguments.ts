import { Type } from "typebox";
import { Id } from "@parlour/protocol";

/** Arguments that several tools share. */

export const chatId = Type.Integer({
  ...Id,
  description: "Id of the chat, from list_chats or search_chats.",
});

/** Makes the repeat of a change harmless (MCP-030). */
export const clientId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[\\x21-\\x7e]+$",
  description:
    "A unique text of your choice for this change, such as a UUID. If you repeat the call after an error or timeout, send the same value: the change is then made only once. Use a new value for every new change.",
});

/** Text of the argument for the next page. */
export const nextPage = "next_cursor of the previous page. Leave it out for the first page.";

export const cursor = Type.Optional(
  Type.String({
    maxLength: 200,
    pattern: "^[A-Za-z0-9_-]+$",
    description: nextPage,
  }),
);

/** Page size if the call names none. */
export const defaultPageSize = 20;

/** Returns the argument for the size of a page of `items`, such as chats. */
export const pageSize = (maximum: number, items: string, size = defaultPageSize) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      default: size,
      description: `Number of ${items} to return, 1 to ${maximum}. Default: ${size}.`,
    }),
  );

/** Text of the field `next_cursor` of a result. */
export const nextCursorText = "Value of cursor for the next page. Null if there is none.";

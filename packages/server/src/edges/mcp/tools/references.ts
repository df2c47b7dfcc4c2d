import { Type, type Static } from "typebox";
import { Id, NamedRef, Nullable, Presence, Role } from "@parlour/protocol";
import {
  StoredActions,
  type Departments,
  type Macros,
  type Operators,
  type Tags,
} from "@parlour/protocol/api";
import { describeFields } from "../format/describe-fields.ts";
import type { ServiceApiClient } from "../../../http/in-process/service-api-client.ts";
import { cursor, nextCursorText, nextPage } from "./arguments.ts";
import { describeCount } from "./chats.ts";
import { defineTool } from "./define-tool.ts";

/** Tools that list what other tools refer to by id. Their pages have a fixed size (MCP-077). */

/** Maximum size of a page of the service API. */
const pageSize = 200;

const listTags = defineTool({
  name: "list_tags",
  title: "List tags",
  description: `Lists the tags of the account with their ids, ${pageSize} on a page. Use the ids in tag_chat and list_chats.`,
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object({ cursor }, { additionalProperties: false }),
  output: describeFields(
    Type.Object({ tags: Type.Array(NamedRef), next_cursor: Nullable(Type.String()) }),
    {
      tags: "Tags of the account.",
      "tags.id": "Id of the tag.",
      "tags.name": "Name of the tag.",
      next_cursor: nextCursorText,
    },
  ),
  async run({ args, api }) {
    const page = await api.get<Static<typeof Tags>>("/tags", {
      limit: pageSize,
      cursor: args.cursor,
    });
    return {
      data: {
        tags: page.items.map(({ id, name }) => ({ id, name })),
        next_cursor: page.next_cursor,
      },
      summary: describeCount(page.items.length, "tag", page.next_cursor),
    };
  },
});

const listMacros = defineTool({
  name: "list_macros",
  title: "List macros",
  description: `Lists the macros that the operator uses, with their actions, ${pageSize} on a page. Use the ids in run_macro.`,
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object({ cursor }, { additionalProperties: false }),
  output: describeFields(
    Type.Object({
      macros: Type.Array(Type.Object({ id: Id, name: Type.String(), do: StoredActions })),
      next_cursor: Nullable(Type.String()),
    }),
    {
      macros: "Macros, oldest first.",
      "macros.id": "Id of the macro.",
      "macros.name": "Name of the macro.",
      "macros.do": "Its actions in their order.",
      "macros.do.type": "Type of the action. Its arguments are beside it.",
      next_cursor: nextCursorText,
    },
  ),
  async run({ args, api }) {
    const page = await api.get<Static<typeof Macros>>("/macros", {
      limit: pageSize,
      cursor: args.cursor,
    });
    return {
      data: {
        macros: page.items.map((macro) => ({ id: macro.id, name: macro.name, do: [...macro.do] })),
        next_cursor: page.next_cursor,
      },
      summary: describeCount(page.items.length, "macro", page.next_cursor),
    };
  },
});

/** Cursor of two lists with a point between them. The part of a list that has ended is empty. */
const pairCursor = Type.Optional(
  Type.String({
    maxLength: 401,
    pattern: "^[A-Za-z0-9_-]{0,200}\\.[A-Za-z0-9_-]{0,200}$",
    description: nextPage,
  }),
);

/** Loads a page of a list, or nothing if the list has ended. `undefined`: the first page. */
async function loadPage<P extends { readonly items: readonly unknown[] }>(
  api: ServiceApiClient,
  path: string,
  part: string | undefined,
): Promise<{ readonly items: P["items"]; readonly next_cursor: string | null }> {
  return part === ""
    ? { items: [], next_cursor: null }
    : api.get(path, { limit: pageSize, cursor: part });
}

const listAssignees = defineTool({
  name: "list_assignees",
  title: "List operators and departments",
  description: `Lists the active operators with their role and presence, and the departments, up to ${pageSize} of each on a page. Use the ids in assign_chat and list_chats. Chats cannot be offered to operators who are offline. A page can be short or empty and still have a next_cursor.`,
  actions: ["operators.read", "departments.read"],
  effect: "read",
  input: Type.Object({ cursor: pairCursor }, { additionalProperties: false }),
  output: describeFields(
    Type.Object({
      operators: Type.Array(
        Type.Object({ id: Id, name: Type.String(), role: Role, presence: Presence }),
      ),
      departments: Type.Array(NamedRef),
      next_cursor: Nullable(Type.String()),
    }),
    {
      operators: "Active operators.",
      "operators.id": "Id of the operator.",
      "operators.name": "Name of the operator.",
      "operators.role": "Role of the operator.",
      "operators.presence":
        "Whether the operator is available. Only online operators are offered chats.",
      departments: "Departments of the account.",
      "departments.id": "Id of the department.",
      "departments.name": "Name of the department.",
      next_cursor: nextCursorText,
    },
  ),
  async run({ args, api }) {
    const [operatorCursor, departmentCursor] = args.cursor?.split(".") ?? [];
    const [operators, departments] = await Promise.all([
      loadPage<Static<typeof Operators>>(api, "/operators", operatorCursor),
      loadPage<Static<typeof Departments>>(api, "/departments", departmentCursor),
    ]);
    const active = operators.items.filter((operator) => operator.active);
    const cursors = [operators.next_cursor, departments.next_cursor];
    const nextCursor = cursors.every((one) => one === null) ? null : cursors.join(".");
    return {
      data: {
        operators: active.map(({ id, name, role, presence }) => ({ id, name, role, presence })),
        departments: departments.items.map(({ id, name }) => ({ id, name })),
        next_cursor: nextCursor,
      },
      summary: `${describeCount(active.length, "operator", null)} ${describeCount(departments.items.length, "department", nextCursor)}`,
    };
  },
});

export const referenceTools = [listTags, listMacros, listAssignees];

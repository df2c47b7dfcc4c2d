import { expect, it } from "vitest";
import { read } from "../source.ts";
import { PythonTypes } from "./python-types.ts";

it("the Python SDK has the version of Parlour", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(read("sdk/python/src/parlour_sdk/_version.py")).toContain(`__version__ = "${version}"`);
});

it("an object is a TypedDict: optional fields in a class of their own, objects inside by name", () => {
  const types = new PythonTypes(["Pet"]);
  types.declare("Pet", {
    type: "object",
    required: ["id", "owner"],
    properties: {
      id: { type: "integer" },
      owner: {
        anyOf: [{ type: "object", properties: { name: { type: "string" } } }, { type: "null" }],
      },
      tags: { type: "array", items: { $ref: "#/components/schemas/Tag" } },
      sizes: { type: "object", patternProperties: { "^.*$": { type: "number" } } },
    },
  });
  expect(types.render()).toBe(`class _PetRequired(TypedDict):
    id: int
    owner: PetOwner | None


class Pet(_PetRequired, total=False):
    tags: list[Tag]
    sizes: dict[str, float]


class PetOwner(TypedDict, total=False):
    name: str


`);
});

it("fields whose names are words of Python have the call syntax", () => {
  const types = new PythonTypes([]);
  const from = { type: "string", enum: ["a", "b"] };
  types.declare("Mail", {
    type: "object",
    required: ["from"],
    properties: { from, "x-id": { type: "integer" } },
  });
  expect(types.render()).toContain(`_MailRequired = TypedDict(
    "_MailRequired",
    {
        "from": "Literal['a', 'b']",
    },
)

_MailOptional = TypedDict(
    "_MailOptional",
    {
        "x-id": "int",
    },
    total=False,
)


class Mail(_MailRequired, _MailOptional):
    pass`);
});

it("other schemas are aliases that Python can evaluate before later classes exist", () => {
  const types = new PythonTypes([]);
  types.declare("State", { type: "string", enum: ["open", "closed"] });
  types.declare("Id", { anyOf: [{ type: "string" }, { type: "integer" }] });
  types.declare("Node", {
    anyOf: [
      { type: "object", properties: { type: { type: "string", enum: ["text"] } } },
      {
        type: "object",
        properties: {
          type: { type: "string", enum: ["bold"] },
          nodes: { type: "array", items: { $ref: "#/x/Node" } },
        },
      },
    ],
  });
  const text = types.render();
  expect(text).toContain(
    'State = Literal["open", "closed"]\nId = Union[str, int]\nNode = Union["NodeText", "NodeBold"]',
  );
  expect(text).toContain(
    'class NodeBold(TypedDict, total=False):\n    type: Literal["bold"]\n    nodes: list[Node]',
  );
});

it("two types cannot have one name", () => {
  const types = new PythonTypes([]);
  types.declare("A", {
    type: "object",
    properties: { b: { type: "object", properties: { c: {} } } },
  });
  expect(() => types.declare("AB", { type: "string" })).toThrow("AB");
});

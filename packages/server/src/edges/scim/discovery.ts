import { groupSchema } from "./groups.ts";
import type { ScimResource } from "./list.ts";
import { userSchema } from "./users.ts";

const schemaOfSchemas = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** Says what the interface can do (RFC 7643, 5). */
export const createServiceProviderConfig = (baseUrl: string): ScimResource => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an owner or administrator creates in the settings.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
});

export const createResourceTypes = (baseUrl: string): readonly ScimResource[] =>
  (
    [
      ["User", userSchema],
      ["Group", groupSchema],
    ] as const
  ).map(([name, schema]) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/${name}` },
  }));

interface AttributeOptions {
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "readOnly" | "readWrite";
  readonly uniqueness?: "none" | "server";
  readonly subAttributes?: readonly object[];
}
const describe = (name: string, description: string, options: AttributeOptions = {}): object => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...options,
});

const externalId = describe("externalId", "Id of the identity provider.", { caseExact: true });

/** Describes the attributes that Parlour stores. It ignores others. */
export const createSchemas = (baseUrl: string): readonly ScimResource[] =>
  [
    {
      id: userSchema,
      name: "User",
      description: "Operator",
      attributes: [
        describe("userName", "Email address of the operator.", {
          required: true,
          uniqueness: "server",
        }),
        externalId,
        describe("displayName", "Name that operators and visitors see."),
        describe("name", "The same name.", {
          type: "complex",
          subAttributes: [describe("formatted", "The whole name.")],
        }),
        describe("active", "Whether the operator may sign in.", { type: "boolean" }),
        describe("emails", "The email address, from userName.", {
          type: "complex",
          multiValued: true,
          mutability: "readOnly",
          subAttributes: [describe("value", "Email address.", { mutability: "readOnly" })],
        }),
        describe("roles", "Role: admin, developer, operator or viewer.", {
          type: "complex",
          multiValued: true,
          subAttributes: [describe("value", "Name of the role.")],
        }),
      ],
    },
    {
      id: groupSchema,
      name: "Group",
      description: "Department",
      attributes: [
        describe("displayName", "Name of the department.", {
          required: true,
          uniqueness: "server",
        }),
        externalId,
        describe("members", "Operators of the department.", {
          type: "complex",
          multiValued: true,
          subAttributes: [describe("value", "Id of the user.")],
        }),
      ],
    },
  ].map((schema) => ({
    schemas: [schemaOfSchemas],
    ...schema,
    meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${schema.id}` },
  }));

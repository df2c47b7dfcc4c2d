import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** Applications that act for an operator by OAuth (docs/spec/mcp.md). */

const name = Type.String({ maxLength: 100 });
const parameter = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Access that the operator granted to an application (MCP-070). */
export const ConnectedApplication = Type.Object({
  id: Id,
  /** Name that the application gave itself. It is not verified. */
  name,
  scopes: Type.Array(Type.String()),
  created_at: Time,
  /** Null if the access was not used. */
  last_used_at: Nullable(Time),
});
export type ConnectedApplication = Static<typeof ConnectedApplication>;
export const ConnectedApplications = Type.Object({ items: Type.Array(ConnectedApplication) });
export type ConnectedApplications = Static<typeof ConnectedApplications>;

/** Parameters that an application sends to the authorization endpoint (MCP-062). */
export const AuthorizationRequest = Type.Object(
  {
    client_id: parameter(100),
    redirect_uri: parameter(2_000),
    response_type: parameter(20),
    code_challenge: parameter(128),
    code_challenge_method: parameter(20),
    scope: Type.Optional(Type.String({ maxLength: 2_000 })),
    state: Type.Optional(Type.String({ maxLength: 2_000 })),
    resource: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;

/** A valid authorization request as the operator sees it before they decide. */
export const DescribedAuthorization = Type.Object({
  /** Name that the application gave itself. It is not verified. */
  name,
  /** Host that receives the code. */
  redirect_host: Type.String(),
  /** Requested scopes that the operator's role includes. */
  scopes: Type.Array(Type.Object({ name: Type.String(), is_preselected: Type.Boolean() })),
  /** Address to open if the operator declines. */
  decline_url: Type.String(),
});
export type DescribedAuthorization = Static<typeof DescribedAuthorization>;

/** Grants scopes to the application of a request. */
export const GrantAccess = Type.Object(
  {
    request: AuthorizationRequest,
    scopes: Type.Array(Type.String({ maxLength: 40 }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
);
export type GrantAccess = Static<typeof GrantAccess>;
/** Address with the authorization code, which the browser must open. */
export const AuthorizationRedirect = Type.Object({ url: Type.String() });
export type AuthorizationRedirect = Static<typeof AuthorizationRedirect>;

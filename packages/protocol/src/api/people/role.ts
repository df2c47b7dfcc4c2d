import { Type, type Static } from "typebox";
import { Permission, Role } from "../../entity/index.ts";
import { role } from "../../settings/kinds/people/role.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";
import { createListSchemas, listProperties } from "../settings/shapes/list-schemas.ts";

/** Schemas of custom roles (ROLE-001). Their fields are in `role`. */
const schemas = createListSchemas(role, {});
/** A role that a custom one is based on, and a permission that it adds. */
export const BaseRole = toChoice(role.fields.base.values);
export const AddedPermission = toChoice(role.fields.permissions.values);
export const CustomRole = schemas.entity;
export type CustomRole = Static<typeof CustomRole>;
export const NewRole = schemas.create;
export const RolePatch = schemas.patch;
export const RoleFile = schemas.file;

const BuiltInRole = Type.Object({
  role: Role,
  permissions: Type.Array(Permission),
});
/** Custom roles, and the built-in ones on which they are based (ROLE-003). */
export const Roles = Type.Unsafe<
  Static<typeof schemas.page> & { built_in: Static<typeof BuiltInRole>[] }
>(Type.Object({ ...listProperties(schemas.page), built_in: Type.Array(BuiltInRole) }));

import type { FastifyInstance } from "fastify";
import {
  Department,
  DepartmentPatch,
  Departments,
  IdParams,
  NewDepartment,
  NoContent,
  PageQuery,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { OpeningHours } from "../../core/command.ts";
import {
  type DepartmentRecord,
  listDepartments,
  findDepartment,
  createDepartment,
  updateDepartment,
  deleteDepartment,
} from "../../store/settings/account/department.ts";
import { paginate } from "../kit/cursor.ts";
import {
  parseWorkingHours,
  serializeWorkingHours,
  serializeOpenState,
} from "../../settings/account/hours.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { assertActiveOperators } from "../../settings/references.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the routes for departments (CORE-023, CORE-091, API-293). */
export function departmentRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listDepartmentsRoute(app, deps);
  getDepartmentRoute(app, deps);
  createDepartmentRoute(app, deps);
  changeDepartmentRoute(app, deps);
  deleteDepartmentRoute(app, deps);
}

function listDepartmentsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/departments",
    action: "departments.read",
    tag: "departments",
    summary: "Departments",
    query: PageQuery,
    status: 200,
    answer: Departments,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([
        listDepartments(deps.reader, principal.accountId),
        deps.config(principal.accountId),
      ]);
      const page = paginate("departments", rows, query);
      return {
        ...page,
        items: page.items.map((row) => serializeDepartment(row, config.hours, deps.clock.now())),
      };
    },
  });
}
function getDepartmentRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/departments/:id",
    action: "departments.read",
    tag: "departments",
    summary: "One department",
    params: IdParams,
    status: 200,
    answer: Department,
    handle: async ({ principal, params }) => {
      const row = requireFound(
        await findDepartment(deps.reader, principal.accountId, parseId(params.id, "department")),
        "department",
      );
      return serializeDepartment(
        row,
        (await deps.config(principal.accountId)).hours,
        deps.clock.now(),
      );
    },
  });
}
function createDepartmentRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/departments",
    action: "departments.manage",
    tag: "departments",
    summary: "Create a department",
    body: NewDepartment,
    status: 201,
    answer: Department,
    handle: async (context) => {
      const { principal, body } = context;
      const name = requireText(body.name, "name");
      const hours = body.working_hours
        ? parseWorkingHours(body.working_hours, "working_hours.")
        : null;
      const operators = body.operators ?? [];
      const config = await deps.config(principal.accountId);
      return changeSettings(deps, context, "department.create", async (tx, now) => {
        await assertActiveOperators(tx, principal.accountId, operators);
        const id = await createDepartment(tx, principal.accountId, {
          name,
          operators,
          hours,
          managed: false,
          now,
        });
        if (id === null) nameConflict();
        const row = requireFound(
          await findDepartment(readerForTransaction(tx), principal.accountId, id),
          "department",
        );
        return {
          result: serializeDepartment(row, config.hours, now),
          changed: [{ kind: "department", id }],
          target: `department ${id} ${name}`,
        };
      });
    },
  });
}
function changeDepartmentRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/departments/:id",
    action: "departments.manage",
    tag: "departments",
    summary: "Change a department",
    params: IdParams,
    body: DepartmentPatch,
    status: 200,
    answer: Department,
    handle: (context) => changeDepartment(deps, context),
  });
}
async function changeDepartment(
  deps: RouteDeps,
  context: ResourceRequestContext<DepartmentPatch>,
): Promise<Department> {
  const { principal, body } = context;
  const account = principal.accountId;
  const id = parseId(context.params.id, "department");
  const name = body.name === undefined ? undefined : requireText(body.name, "name");
  const hours = body.working_hours
    ? parseWorkingHours(body.working_hours, "working_hours.")
    : body.working_hours;
  const config = await deps.config(account);
  return changeSettings(deps, context, "department.change", async (tx, now) => {
    assertNotManaged(
      context,
      requireFound(await findDepartment(readerForTransaction(tx), account, id), "department"),
    );
    if (body.operators !== undefined) await assertActiveOperators(tx, account, body.operators);
    const result = await updateDepartment(tx, account, id, {
      name,
      operators: body.operators,
      hours,
    });
    if (result === "name_taken") nameConflict();
    const row = requireFound(
      await findDepartment(readerForTransaction(tx), account, id),
      "department",
    );
    return {
      result: serializeDepartment(row, config.hours, now),
      changed: [{ kind: "department", id }],
      target: `department ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function deleteDepartmentRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/departments/:id",
    action: "departments.manage",
    tag: "departments",
    summary: "Delete a department; chats keep its name",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "department");
      return changeSettings(deps, context, "department.delete", async (tx) => {
        const row = await findDepartment(readerForTransaction(tx), account, id);
        if (row !== null) assertNotManaged(context, row);
        if (!(await deleteDepartment(tx, account, id))) rejectNotFound("department");
        return { result: null, changed: [{ kind: "department", id }], target: `department ${id}` };
      });
    },
  });
}

function nameConflict(): never {
  refuse("name_taken", "A department with this name exists already.", { field: "name" });
}

function serializeDepartment(
  row: DepartmentRecord,
  accountHours: OpeningHours | null,
  now: number,
): Department {
  return {
    id: row.id,
    name: row.name,
    operators: [...row.operators],
    working_hours: row.hours === null ? null : serializeWorkingHours(row.hours),
    ...serializeOpenState(row.hours ?? accountHours, now),
    created_at: row.createdAt,
    managed: row.managed,
  };
}

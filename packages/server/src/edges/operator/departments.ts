import type { FastifyInstance } from "fastify";
import { Department, DepartmentPatch, Departments, IdParams, NewDepartment, NoContent, PageQuery } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { OpeningHours } from "../../core/command.ts";
import type { DepartmentRecord } from "../../core/record/department.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { hoursOf, hoursWire, openWire } from "./hours-wire.ts";
import { found, idOf, unknown } from "./ids.ts";
import { checkOperators } from "./channel-input.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

type DepartmentDeps = SettingsDeps & Pick<Deps, "auth" | "departments" | "config">;

/** Registers the routes for departments (CORE-023, CORE-091, API-041). */
export function departmentRoutes(app: FastifyInstance, deps: DepartmentDeps): void {
  listDepartments(app, deps);
  oneDepartment(app, deps);
  createDepartment(app, deps);
  changeDepartmentRoute(app, deps);
  deleteDepartment(app, deps);
}

function listDepartments(app: FastifyInstance, deps: DepartmentDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/departments",
    action: "departments.read",
    tag: "departments",
    summary: "Departments",
    query: PageQuery,
    status: 200,
    answer: Departments,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([deps.departments.list(principal.accountId), deps.config(principal.accountId)]);
      const page = pageOf("departments", rows, query);
      return { ...page, items: page.items.map((row) => wire(row, config.hours, deps.clock.now())) };
    },
  });
}
function oneDepartment(app: FastifyInstance, deps: DepartmentDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/departments/:id",
    action: "departments.read",
    tag: "departments",
    summary: "One department",
    params: IdParams,
    status: 200,
    answer: Department,
    handle: async ({ principal, params }) => {
      const row = found(await deps.departments.find(principal.accountId, idOf(params.id, "department")), "department");
      return wire(row, (await deps.config(principal.accountId)).hours, deps.clock.now());
    },
  });
}
function createDepartment(app: FastifyInstance, deps: DepartmentDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/departments",
    action: "departments.manage",
    tag: "departments",
    summary: "Create a department",
    body: NewDepartment,
    status: 201,
    answer: Department,
    handle: async (call) => {
      const { principal, body } = call;
      const name = filled(body.name, "name");
      const hours = body.working_hours ? hoursOf(body.working_hours, "working_hours.") : null;
      const operators = body.operators ?? [];
      const config = await deps.config(principal.accountId);
      return changeSettings(deps, call, "department.create", async (tx, now) => {
        await checkOperators({ channels: deps.departments }, tx, principal.accountId, operators);
        const id = await deps.departments.create(tx, principal.accountId, { name, operators, hours, managed: false, now });
        if (id === null) nameTaken();
        const row = found(await deps.departments.findIn(tx, principal.accountId, id), "department");
        return { result: wire(row, config.hours, now), changed: [{ kind: "department", id }], target: `department ${id} ${name}` };
      });
    },
  });
}
function changeDepartmentRoute(app: FastifyInstance, deps: DepartmentDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/departments/:id",
    action: "departments.manage",
    tag: "departments",
    summary: "Change a department",
    params: IdParams,
    body: DepartmentPatch,
    status: 200,
    answer: Department,
    handle: (call) => changeDepartment(deps, call),
  });
}
async function changeDepartment(deps: DepartmentDeps, call: IdCall<DepartmentPatch>): Promise<Department> {
  const { principal, body } = call;
  const account = principal.accountId;
  const id = idOf(call.params.id, "department");
  const name = body.name === undefined ? undefined : filled(body.name, "name");
  const hours = body.working_hours ? hoursOf(body.working_hours, "working_hours.") : body.working_hours;
  const config = await deps.config(account);
  return changeSettings(deps, call, "department.change", async (tx, now) => {
    refuseManaged(call, found(await deps.departments.findIn(tx, account, id), "department"));
    if (body.operators !== undefined) await checkOperators({ channels: deps.departments }, tx, account, body.operators);
    const done = await deps.departments.update(tx, account, id, { name, operators: body.operators, hours });
    if (done === "name_taken") nameTaken();
    const row = found(await deps.departments.findIn(tx, account, id), "department");
    return {
      result: wire(row, config.hours, now),
      changed: [{ kind: "department", id }],
      target: `department ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function deleteDepartment(app: FastifyInstance, deps: DepartmentDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/departments/:id",
    action: "departments.manage",
    tag: "departments",
    summary: "Delete a department; chats keep its name",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "department");
      return changeSettings(deps, call, "department.delete", async (tx) => {
        const row = await deps.departments.findIn(tx, account, id);
        if (row !== null) refuseManaged(call, row);
        if (!(await deps.departments.remove(tx, account, id))) unknown("department");
        return { result: null, changed: [{ kind: "department", id }], target: `department ${id}` };
      });
    },
  });
}

function nameTaken(): never {
  refuse("name_taken", "A department with this name exists already.", { field: "name" });
}

function wire(row: DepartmentRecord, accountHours: OpeningHours | null, now: number): Department {
  return {
    id: row.id,
    name: row.name,
    operators: [...row.operators],
    working_hours: row.hours === null ? null : hoursWire(row.hours),
    ...openWire(row.hours ?? accountHours, now),
    created_at: row.createdAt,
    managed: row.managed,
  };
}

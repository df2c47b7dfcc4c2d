/**
 * A stored quick reply (API-048). Scope `own` has an operator, `department` a department, `account`
 * neither.
 */
export interface ReplyRow {
  readonly scope: "own" | "department" | "account";
  readonly operatorId: number | null;
  readonly departmentId: number | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
  readonly managed: boolean;
}
/** A loaded quick reply. */
export interface ReplyRecord extends ReplyRow {
  readonly id: number;
  /** How often the requesting operator used it. */
  readonly uses: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** The requesting operator. `seesAllDepartments`: sees replies of all departments. */
export interface ReplyViewer {
  readonly operatorId: number;
  readonly seesAllDepartments: boolean;
}

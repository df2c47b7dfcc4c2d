/** A quick reply as it is stored (API-041). `own` has an operator, `department` a department, `account` neither. */
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
/** A quick reply as it is read. */
export interface ReplyRecord extends ReplyRow {
  readonly id: number;
  /** How often the asker took it. */
  readonly uses: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** Who asks; `everyDepartment`: sees the replies of departments he is not in. */
export interface ReplyAsker {
  readonly operatorId: number;
  readonly everyDepartment: boolean;
}

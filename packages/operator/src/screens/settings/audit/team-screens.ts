import { departmentScreen } from "../departments/screen.tsx";
import type { KindScreen } from "../kit/kind/kind-screen.ts";
import { operatorScreen } from "../people/screen.tsx";
import { roleScreen } from "../roles/screen.tsx";
import { statusScreen } from "../statuses/screen.tsx";

/** The pages of the kinds of the area Team. */
export const teamScreens: readonly KindScreen<never>[] = [
  departmentScreen,
  operatorScreen,
  roleScreen,
  statusScreen,
];

import { lazyView } from "../lazy-view.tsx";

/** The own fields of a form, which few accounts have (WG-264). */
export const OwnFields = lazyView(async () => (await import("./OwnFields.tsx")).OwnFields, []);

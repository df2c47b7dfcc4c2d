import { OutlineIcon } from "../Icon.tsx";

/** The icon of calls, which only views that load later show. */
export const PhoneIcon = () => <OutlineIcon path={path} />;

const path =
  "M6.7 3.2l1.7 3.7-1.8 1.5a9.5 9.5 0 0 0 5 5l1.5-1.8 3.7 1.7v2.2a1.6 1.6 0 0 1-1.7 1.6A12.6 12.6 0 0 1 2.9 4.9a1.6 1.6 0 0 1 1.6-1.7z";

import { expect, test } from "vitest";
import { findLateNavigation } from "./late-navigation.ts";
import { listFiles, read } from "./source.ts";

const find = (text: string) => findLateNavigation("x.tsx", text);

test("[CORE-484] a navigation after an await, in a callback of then, or by a function of the file is found", () => {
  expect(
    find(`
const navigate = useNavigate();
const open = () => navigate({ to: "/" });
const direct = async () => { await send(); await navigate({ to: "/" }); };
const condition = async () => { if (await send()) void router.navigate({ to: "/" }); };
const indirect = async () => { await send(); open(); };
const callback = () => send().then(() => navigate({ to: "/" }));
`),
  ).toEqual([4, 5, 6, 7]);
});

test("[CORE-484] a navigation of the press is not, nor one that asks whether the page is still open", () => {
  expect(
    find(`
const rememberPage = useNavigateIfStill();
const press = async () => { await navigate({ to: "/" }); };
const late = async () => {
  const navigateIfStill = rememberPage();
  await send();
  await navigateIfStill({ to: "/" });
};
const handler = async () => { await send(); button.onclick = () => navigate({ to: "/" }); };
`),
  ).toEqual([]);
  expect(
    find(`
const rememberPage = useNavigateIfStill();
const wrong = async () => { await send(); await rememberPage()({ to: "/" }); };
`),
  ).toEqual([3]);
});

/** Files that may navigate whatever the person does meanwhile, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "app/AppShell.tsx": "after the sign-out there is only the sign-in page",
};

test("[CORE-484] only an open page navigates: no file of the operator application navigates after an await", () => {
  const late = listFiles("packages/operator/src", [".ts", ".tsx"])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => !Object.keys(exceptions).some((name) => file.endsWith(name)))
    .flatMap((file) => findLateNavigation(file, read(file)).map((line) => `${file}:${line}`));
  expect(late).toEqual([]);
});

import { createHmac } from "node:crypto";
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  serverLanguages,
  writeServerCode,
} from "../../packages/operator/src/screens/settings/widgets/sign/server-code.ts";

const secret = "s3cret-of-the-widget";
const url = "https://chat.example/chat/WiDgEt1234";
const fields = {
  order: 7781,
  plan: `"wholesale" 'x' \\ <b> $a {b} é`,
  tags: ["a", "b"],
  vip: true,
  "a-b": 0.5,
};
const content = {
  url,
  widgetId: "WiDgEt1234",
  user: { sub: "anna-1", name: "Анна O'Neil" },
  fields,
  seconds: 3_600,
};

/** Programs that run the code, with the statement that prints the link. */
const programs = {
  node: {
    command: process.execPath,
    options: ["--input-type=module", "-"],
    print: "console.log(link);",
  },
  php: { command: "php", options: [], print: "echo $link;" },
  python: { command: "python3", options: ["-"], print: "print(link)" },
} as const;
const isInstalled = (language: keyof typeof programs): boolean =>
  spawnSync(programs[language].command, ["--version"]).status === 0;

function run(language: keyof typeof programs, code: string): URL {
  const { command, options, print } = programs[language];
  const { stdout, stderr } = spawnSync(command, options, {
    input: `${code}\n${print}\n`,
    env: { ...process.env, IDENTITY_SECRET: secret },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return new URL(stdout.trim());
}
function readClaims(token: string | null): Record<string, unknown> {
  const [head = "", body = "", signature] = (token ?? "").split(".");
  expect(signature).toBe(
    createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url"),
  );
  expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({ alg: "HS256" });
  return JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
}

test.each(serverLanguages.filter(isInstalled))(
  "[API-573] [WG-303] the code for a server in %s signs both parameters",
  (language) => {
    const { searchParams } = run(language, writeServerCode(language, content));
    const user = readClaims(searchParams.get("user_token"));
    const exp = expect.any(Number) as number;
    expect(user).toEqual({ aud: "WiDgEt1234", exp, sub: "anna-1", name: "Анна O'Neil" });
    const end = Date.now() / 1_000 + 3_600;
    expect(Math.abs(Number(user["exp"]) - end)).toBeLessThan(60);
    expect(readClaims(searchParams.get("fields"))).toEqual({ aud: "WiDgEt1234", exp, fields });
    const forever = writeServerCode(language, { ...content, user: null, seconds: null });
    const link = run(language, forever);
    expect([...link.searchParams.keys()]).toEqual(["fields"]);
    expect(readClaims(link.searchParams.get("fields"))).toEqual({ aud: "WiDgEt1234", fields });
  },
);

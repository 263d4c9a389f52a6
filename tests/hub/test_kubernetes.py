"""What deploy/kubernetes says, checked as far as one machine without a cluster can: names, commands, files, secrets."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import yaml

from fujikoro_nb.hub import __main__ as hub_parts
from fujikoro_nb.store import Store
from fujikoro_nb.store.sharing import ADDRESS, READER_KEY, READERS_PLACE, SEATS_KEY
from tests.support.postgres import running

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
README = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

ANYTHING: dict[str, Any] = {}
CHART: dict[str, Any] = {
    # What of the chart's values we use, as its values.schema.yaml names them. The chart refuses every other name
    # ("additionalProperties: false"), so that a slip of ours would stop an installation; ANYTHING is where its schema
    # leaves the names to JupyterHub or to Kubernetes. No package registry has the schema, so it is no dependency here.
    "hub": {"config": ANYTHING, "services": ANYTHING, "extraEnv": ANYTHING},
    "proxy": {"https": {"enabled": bool, "hosts": list, "letsencrypt": {"contactEmail": str}}},
    "singleuser": {
        "image": {"name": str, "tag": str},
        "cmd": list,
        "defaultUrl": str,
        "startTimeout": int,
        "uid": int,
        "fsGid": int,
        "allowPrivilegeEscalation": bool,
        "memory": {"guarantee": str, "limit": str},
        "cpu": {"limit": int},
        "storage": {"type": str, "capacity": str, "homeMountPath": str},
        "extraEnv": ANYTHING,
        "networkPolicy": {"enabled": bool, "egressAllowRules": {"nonPrivateIPs": bool}, "egress": list},
    },
    "cull": {"enabled": bool, "timeout": int, "every": int},
}


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((FOLDER / name).read_text(encoding="utf-8")))


VALUES = documents("values.yaml")[0]
READERS, READERS_SERVICE, READERS_POLICY = documents("readers.yaml")
OWNER, POSTGRES, POSTGRES_SERVICE, POSTGRES_POLICY = documents("postgres.yaml")
OBJECTS = [READERS, READERS_SERVICE, POSTGRES, POSTGRES_SERVICE]


def container(workload: Any) -> Any:
    (found,) = workload["spec"]["template"]["spec"]["containers"]
    return found


def unknown(values: Any, known: Any, place: str = "") -> Iterator[str]:
    """Names that the chart does not have, and values of another type."""
    if isinstance(known, type):
        if type(values) is not known:
            yield f"{place} is no {known.__name__}"
        return
    if known is ANYTHING:
        return
    for name, value in values.items():
        if name not in known:
            yield f"{place}.{name}"
        else:
            yield from unknown(value, known[name], f"{place}.{name}")


def test_the_chart_knows_every_value() -> None:
    assert list(unknown(VALUES, CHART)) == []
    assert list(unknown({"hub": {"extraHosts": []}, "cull": {"timeout": "1"}}, CHART)) == [
        ".hub.extraHosts",
        ".cull.timeout is no int",
    ]


def test_commands_are_parts_of_the_hub() -> None:
    for command in (VALUES["singleuser"]["cmd"], container(READERS)["command"]):
        program, switch, module, part = command
        assert (program, switch, module) == ("python", "-m", hub_parts.__package__)
        assert part in hub_parts._PARTS
        assert importlib.util.find_spec(f"{module}.{hub_parts._PARTS[part]}")


def secrets_of(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if "secretKeyRef" in value:
            yield value["secretKeyRef"]["name"], value["secretKeyRef"]["key"]
        for inner in value.values():
            yield from secrets_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from secrets_of(inner)


def secrets_made() -> dict[str, dict[str, str]]:
    """Names and values of each secret that the README makes."""
    commands = re.findall(
        r"kubectl create secret generic ([\w-]+) (.*?)\n(?!    )", README.replace("\\\n", ""), re.DOTALL
    )
    return {
        name: dict(re.findall(r"--from-literal=([\w-]+)=(\$\([^)]*\)|\S+)", words))
        for name, words in commands
    }


def test_the_readme_makes_the_secrets_that_are_used() -> None:
    made = secrets_made()
    assert {(name, key) for name, values in made.items() for key in values} == set(
        secrets_of([VALUES, *OBJECTS])
    )
    address = sa.make_url(made["fujikoro"]["tables"].strip('"'))
    (port,) = POSTGRES_SERVICE["spec"]["ports"]
    assert address.drivername == "postgresql+psycopg"
    assert (address.host, address.port or 5432) == (POSTGRES_SERVICE["metadata"]["name"], port["port"])
    assert made["fujikoro"]["password"] == address.password == "$PASSWORD"


def test_nobody_reaches_another_members_server() -> None:
    """An administrator of JupyterHub does, and may be made by a name: so there is none, and names are proved."""
    config = VALUES["hub"]["config"]
    assert config["Authenticator"]["admin_users"] == []
    # Those of the chart's image that believe whoever comes first, or anybody.
    assert config["JupyterHub"]["authenticator_class"] not in {"native", "dummy", "firstuse", "tmp", "null"}
    assert config["Authenticator"]["allowed_users"] and "allow_all" not in config["Authenticator"]
    assert config["Authenticator"]["allow_existing_users"] is False
    assert config["JupyterHub"]["cookie_max_age_days"] == 1
    (host,) = VALUES["proxy"]["https"]["hosts"]
    assert config["OAuthenticator"]["oauth_callback_url"] == f"https://{host}/hub/oauth_callback"


def test_members_come_to_the_database_as_its_owner_and_as_nobody_special() -> None:
    """What the container's script says, run on a server: who comes with the members' address can keep tables only."""
    environment = {one["name"]: one.get("value") for one in container(POSTGRES)["env"]}
    places = {one["name"]: one["mountPath"] for one in container(POSTGRES)["volumeMounts"]}
    (volume,) = POSTGRES["spec"]["template"]["spec"]["volumes"]
    assert volume["configMap"]["name"] == OWNER["metadata"]["name"]
    assert places[volume["name"]] == "/docker-entrypoint-initdb.d"
    (script,) = OWNER["data"].values()
    assert set(re.findall(r"\$(\w+)", script)) == {"OWNER_PASSWORD", "POSTGRES_USER"} <= set(environment)
    address = sa.make_url(secrets_made()["fujikoro"]["tables"].strip('"'))
    assert environment["POSTGRES_USER"] != address.username
    sql = re.search(r"<<'SQL'\n(.*)^SQL$", script, re.DOTALL | re.MULTILINE)
    assert sql
    with running() as server:
        for statement in sql[1].replace(":'password'", "'x y'").split(";")[:-1]:
            server.sql(statement)
        here = address.set(host=None, password="x y", query={"host": str(server.folder)})
        with Store.open(here.render_as_string(hide_password=False)) as store:
            store.create("ours")
        engine = sa.create_engine(here, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            assert connection.scalar(sa.text("SELECT current_setting('is_superuser')")) == "off"
            for text in (
                "COPY (SELECT 1) TO PROGRAM 'true'",
                "COPY (SELECT 1) TO '/tmp/x'",
                "CREATE ROLE eve",
                "CREATE DATABASE eve",
            ):
                with pytest.raises(sa.exc.ProgrammingError, match=r"ermission denied|must be superuser"):
                    connection.execute(sa.text(text))
        other = sa.create_engine(here.set(database="postgres"), poolclass=sa.NullPool)
        with pytest.raises(sa.exc.OperationalError, match="does not have CONNECT privilege"):
            other.connect()


def test_who_comes_to_the_database_and_to_the_readers() -> None:
    singleuser = {"app": "jupyterhub", "component": "singleuser-server"}
    for policy, workload, comers in (
        (POSTGRES_POLICY, POSTGRES, [singleuser, labels(READERS)]),
        (
            READERS_POLICY,
            READERS,
            [{"app": "jupyterhub", "component": component} for component in ("proxy", "hub")],
        ),
    ):
        assert (policy["kind"], policy["apiVersion"]) == ("NetworkPolicy", "networking.k8s.io/v1")
        spec = policy["spec"]
        assert spec["podSelector"]["matchLabels"] == labels(workload)
        assert "Ingress" in spec["policyTypes"]
        (rule,) = spec["ingress"]
        assert [one["podSelector"]["matchLabels"] for one in rule["from"]] == comers
        (port,) = container(workload)["ports"]
        assert [one["port"] for one in rule["ports"]] == [port["containerPort"]]
    assert "Egress" in POSTGRES_POLICY["spec"]["policyTypes"] and "egress" not in POSTGRES_POLICY["spec"]


def labels(workload: Any) -> dict[str, str]:
    found: dict[str, str] = workload["spec"]["template"]["metadata"]["labels"]
    return found


def test_no_secret_stands_in_a_file() -> None:
    for path in FOLDER.iterdir():
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not re.search(r"(?i)(password|token|key|secret)\s*[:=]\s*['\"]?\w{12,}", line), path.name


def test_programs_are_told_what_they_read() -> None:
    member = VALUES["singleuser"]["extraEnv"]
    assert set(member) == {ADDRESS, READER_KEY, SEATS_KEY, READERS_PLACE, "FUJIKORO_DATA"}
    assert member["FUJIKORO_DATA"].startswith(VALUES["singleuser"]["storage"]["homeMountPath"])
    readers = {one["name"]: one.get("value") for one in container(READERS)["env"]}
    assert set(readers) == {
        ADDRESS,
        READER_KEY,
        SEATS_KEY,
        "JUPYTERHUB_SERVICE_URL",
        "JUPYTERHUB_SERVICE_PREFIX",
    }
    (name,) = VALUES["hub"]["services"]
    assert readers["JUPYTERHUB_SERVICE_PREFIX"] == member[READERS_PLACE] == f"/services/{name}/"


def test_addresses_lead_to_services_and_pods() -> None:
    (port,) = READERS_SERVICE["spec"]["ports"]
    url = VALUES["hub"]["services"]["tables"]["url"]
    assert url == f"http://{READERS_SERVICE['metadata']['name']}:{port['port']}"
    for workload, service in ((READERS, READERS_SERVICE), (POSTGRES, POSTGRES_SERVICE)):
        labels = workload["spec"]["template"]["metadata"]["labels"]
        assert workload["spec"]["selector"]["matchLabels"] == labels == service["spec"]["selector"]
        (opened,), (served,) = container(workload)["ports"], service["spec"]["ports"]
        assert (opened["name"], opened["containerPort"]) == (served["targetPort"], served["port"])
    (rule,) = VALUES["singleuser"]["networkPolicy"]["egress"]
    labels = POSTGRES["spec"]["template"]["metadata"]["labels"]
    assert rule["to"][0]["podSelector"]["matchLabels"] == labels
    assert rule["ports"][0]["port"] == container(POSTGRES)["ports"][0]["containerPort"]


def test_nothing_runs_as_root_or_becomes_it() -> None:
    for workload in (READERS, POSTGRES):
        pod = workload["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0
        assert container(workload)["securityContext"]["allowPrivilegeEscalation"] is False
        assert pod["automountServiceAccountToken"] is False
    assert VALUES["singleuser"]["uid"] > 0 and VALUES["singleuser"]["allowPrivilegeEscalation"] is False
    assert container(READERS)["image"] == ":".join(VALUES["singleuser"]["image"].values())
    assert VALUES["singleuser"]["image"]["tag"] == PROJECT["version"]


# ---- the image


def steps() -> list[tuple[str, str]]:
    """Instruction and words of each line of the Dockerfile."""
    text = (FOLDER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def test_the_image_starts_a_members_server_as_nobody_special() -> None:
    found = dict(steps())  # the last of each
    assert json.loads(found["CMD"]) == VALUES["singleuser"]["cmd"]
    assert int(found["USER"]) == VALUES["singleuser"]["uid"]
    assert [name for name, _ in steps()][-5:] == ["USER", "WORKDIR", "ENV", "EXPOSE", "CMD"]
    assert found["ENV"] == f"FUJIKORO_DATA={VALUES['singleuser']['extraEnv']['FUJIKORO_DATA']}"
    assert "ARG" not in found  # what a build is given stays in the image


def test_the_image_is_made_of_what_is_there() -> None:
    bases = [words.split()[0] for name, words in steps() if name == "FROM"]
    versions = [re.fullmatch(r"python:(\d+)\.(\d+)-slim", base) for base in bases]
    lowest = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
    for version in versions:
        assert version and (int(version[1]), int(version[2])) >= lowest
        assert f"Programming Language :: Python :: {version[1]}.{version[2]}" in PROJECT["classifiers"]
    installs = [words for name, words in steps() if name == "RUN" and "pip install" in words]
    (extras,) = re.findall(r"\.whl\)\[([\w,]+)\]", " ".join(installs))
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    assert {"deploy", "club"} == set(extras.split(","))


@pytest.mark.parametrize(
    "command", [words for name, words in steps() if name == "RUN"], ids=lambda words: str(words)[:30]
)
def test_every_command_of_the_image_can_be_read(command: str) -> None:
    for part in command.split(" && "):
        words = shlex.split(part)
        assert words[0] in {"python", "rm", "useradd"}
        if words[0] == "python":
            assert words[1] == "-m" and importlib.util.find_spec(words[2])


def test_the_build_leaves_out_what_is_no_source() -> None:
    ignored = (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "**/node_modules", "fujikoro_nb/widgets/vendor"} <= set(ignored)

"""Drives the console in headless Chromium, as a person would. See `run`."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

program, pictures = sys.argv[1], os.environ.get("PICTURES")
is_short = "--short" in sys.argv
secret = "a secret of the owner that is long enough"
work = tempfile.mkdtemp(prefix="datasync-console-")
results = []


def check(name, holds, detail=""):
    results.append(holds)
    print(f"{'ok' if holds else 'FAILED':8}{name}{'' if holds else f': {detail}'}", flush=True)


def serve(*arguments):
    child = subprocess.Popen(
        [program, "serve", "--memory", "--port", "0", "--quiet", *arguments], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "DATASYNC_ADMIN_SECRET": secret})
    return child, child.stdout.readline().strip()


def send(method, target, value=None, text=None, headers=None, as_owner=True):
    body = text if text is not None else None if value is None else json.dumps(value)
    request = urllib.request.Request(base + target, method=method, data=None if body is None else body.encode())
    if as_owner:
        request.add_header("Authorization", "Bearer " + secret)
    for name, content in (headers or {}).items():
        request.add_header(name, content)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode(), response.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers


def value(path):
    return json.loads(send("GET", path + ".json")[1])


def browser(width=1280, scheme="light"):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--window-size={width},900", f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": {"width": width, "height": 900, "pixelRatio": 1}})
    options.binary_location = shutil.which("chromium")
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def wait(condition, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            result = condition()
            if result:
                return result
        except Exception as error:  # the page has changed meanwhile
            if "stale" not in str(error) and "no such element" not in str(error):
                raise
        time.sleep(0.01)
    return None


def text(page, selector):
    return page.find_element(By.CSS_SELECTOR, selector).text


def row(page, key):
    """The line of a child in the tree."""
    for element in page.find_elements(By.CSS_SELECTOR, "#tree .row"):
        if element.find_element(By.CSS_SELECTOR, ".key").text.lstrip("▸▾ ") == key:
            return element
    return None


def sees(page, key, shown):
    found = row(page, key)
    return found is not None and found.find_element(By.CSS_SELECTOR, ".value").text == shown


def action(page, key, label):
    for button in row(page, key).find_elements(By.CSS_SELECTOR, ".actions button"):
        if button.text == label:
            button.click()
            return
    raise AssertionError(f"{key} has no button {label}")


def open_page(page, fragment):
    page.get("about:blank")
    page.get(base + "/console#" + fragment)


def use(page, token="", user=""):
    for name, content in [("token", token), ("user", user)]:
        field = page.find_element(By.ID, name)
        field.clear()
        field.send_keys(content)
    page.find_element(By.CSS_SELECTOR, "#access button").click()


def edit(page, key, new):
    action(page, key, "Edit")
    field = wait(lambda: page.find_element(By.CSS_SELECTOR, "#tree .edit textarea"))
    field.clear()
    field.send_keys(new)
    field.send_keys(Keys.ENTER)


def axe_finds(page):
    axe = Axe(page)
    axe.inject()
    return [f"{v['id']}: {v['nodes'][0]['target']}" for v in axe.run()["violations"]]


rules = {"rules": {
    ".read": True,
    "contacts": {"$name": {".write": "auth != null && auth.uid == $name", "age": {".validate": "newData.isNumber()"}}},
    "open": {".write": True}, "many": {".write": True}}}
with open(os.path.join(work, "rules.json"), "w") as file:
    json.dump(rules, file)

# Without --console there is none.
child, base = serve()
status, reason, _ = send("GET", "/console")
check("a server without --console shows none, and says how", status == 404 and "--console" in reason, (status, reason))
child.kill()

child, base = serve("--console", "--rules", os.path.join(work, "rules.json"))
page = other = None
try:
    # --- What the page may do ---
    status, page_text, headers = send("GET", "/console", as_owner=False)
    policy = headers["Content-Security-Policy"]
    check("the policy lets the page load files of its server only",
          status == 200 and "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'" in policy, policy)
    check("nothing is set in the browser", "Set-Cookie" not in headers)
    check("the script has less than 40 KB", len(send("GET", "/console/console.js")[1]) < 40_000)
    check("a page of another origin is refused", send("GET", "/console", headers={"Origin": "https://evil.example"})[0] == 403)
    check("an unknown host is refused", send("GET", "/console", headers={"Host": "evil.example"})[0] == 421)
    check("the console can only be read", send("POST", "/console", text="x")[0] == 405)

    # --- Data ---
    send("PUT", "/contacts.json", {"ada": {"name": "Ada", "age": 36}, "bob": {"name": "Bob"}})
    send("PUT", "/open.json", {"n": 1})
    page, other = browser(), browser()
    open_page(page, "/data")
    check("the first page shows what is in the database",
          wait(lambda: sees(page, "contacts", "2 children") and sees(page, "open", "1 child")) is not None, text(page, "main"))
    row(page, "contacts").find_element(By.CSS_SELECTOR, ".key").click()
    wait(lambda: row(page, "ada")).find_element(By.CSS_SELECTOR, ".key").click()
    check("levels open below each other", wait(lambda: sees(page, "age", "36")) is not None)
    send("PUT", "/contacts/ada/age.json", 37)
    check("an open level follows changes", wait(lambda: sees(page, "age", "37")) is not None)

    # --- Two browsers ---
    open_page(page, "/data/open")
    open_page(other, "/data/open")
    wait(lambda: sees(page, "n", "1") and sees(other, "n", "1"))
    slowest = 0
    for number in range(2, 12):
        other.execute_script("""
            window.seen = null;
            new MutationObserver((_, observer) => {
              if (document.querySelector("#tree .value")?.textContent === arguments[0]) { window.seen = Date.now(); observer.disconnect(); }
            }).observe(document.querySelector("#tree"), { subtree: true, childList: true, characterData: true });
            """, str(number))
        action(page, "n", "Edit")
        field = wait(lambda: page.find_element(By.CSS_SELECTOR, "#tree .edit textarea"))
        field.clear()
        field.send_keys(str(number))
        sent = page.execute_script("const time = Date.now(); document.querySelector('#tree .edit button').click(); return time;")
        seen = wait(lambda: other.execute_script("return window.seen"))
        slowest = max(slowest, (seen or 1e15) - sent)
    check(f"another browser sees a change within 200 ms (the slowest of ten: {slowest:.0f})", slowest <= 200)
    check("the change is acknowledged", wait(lambda: "acknowledged" in row(page, "n").find_element(By.CSS_SELECTOR, ".mark").get_attribute("class")) is not None)

    # --- Add, rename, remove ---
    page.find_element(By.ID, "add").click()
    form = wait(lambda: page.find_element(By.CSS_SELECTOR, "#data > .edit"))
    form.find_element(By.CSS_SELECTOR, "input").send_keys("x")
    field = form.find_element(By.CSS_SELECTOR, "textarea")
    field.clear()
    field.send_keys('{"a": ')
    check("a value is checked while it is typed", "Not JSON" in form.text and not form.find_element(By.CSS_SELECTOR, "button").is_enabled(), form.text)
    field.send_keys("1}")
    form.find_element(By.CSS_SELECTOR, "button").click()
    check("a child is added", wait(lambda: sees(page, "x", "1 child")) is not None and value("/open/x") == {"a": 1})
    action(page, "x", "Rename")
    field = wait(lambda: page.find_element(By.CSS_SELECTOR, "#tree form.edit input"))
    field.clear()
    field.send_keys("y" + Keys.ENTER)
    check("a child is renamed", wait(lambda: row(page, "y") and not row(page, "x")) is not None and value("/open") == {"n": 11, "y": {"a": 1}}, value("/open"))
    action(page, "y", "Remove")
    wait(lambda: page.find_element(By.CSS_SELECTOR, "#tree .edit button")).click()
    check("a child is removed, after a question", wait(lambda: not row(page, "y")) is not None and value("/open") == {"n": 11})

    # --- A refusal ---
    open_page(page, "/data/contacts/ada")
    use(page, secret, "bob")
    wait(lambda: sees(page, "age", "37"))
    edit(page, "age", "38")
    why = wait(lambda: "decides" in text(page, "#tree") or "Denied" in text(page, "#tree"))
    check("a refused write is undone", wait(lambda: sees(page, "age", "37")) is not None and value("/contacts/ada/age") == 37)
    shown = text(page, "#tree")
    check("the reason has the rules and their expressions", why is not None and "auth.uid == $name" in shown and "false" in shown, shown)
    use(page, secret, "ada")
    wait(lambda: sees(page, "age", "37"))
    edit(page, "age", '"old"')
    check("the deciding rule is marked", wait(lambda: "decides: /contacts/ada/age rules/contacts/$name/age/.validate" in text(page, "#tree")) is not None, text(page, "#tree"))
    edit(page, "age", "38")
    check("an allowed write is done", wait(lambda: value("/contacts/ada/age") == 38) is not None)

    # --- Rules ---
    page.find_element(By.CSS_SELECTOR, "nav a[data-part=rules]").click()
    editor = wait(lambda: page.find_element(By.ID, "rules-text") if "contacts" in page.find_element(By.ID, "rules-text").get_property("value") else None)
    before = editor.get_property("value")
    check("the rules are shown", editor is not None and "in force" in text(page, "#rules-state"))
    editor.send_keys(Keys.CONTROL + "a")
    editor.send_keys('{"rules": {".write": "auth ="}}')
    check("wrong rules are found while typing", wait(lambda: "not valid" in text(page, "#rules-state")) is not None, text(page, "#rules-state"))
    page.find_element(By.ID, "deploy").click()
    time.sleep(0.3)
    check("wrong rules are not deployed", json.loads(send("GET", "/.settings/rules.json")[1]) == rules)
    editor.send_keys(Keys.CONTROL + "a")
    editor.send_keys('{"rules": {".read": true, "open": {".write": "newData.val() > 5"}}}')
    check("valid rules are said to be", wait(lambda: "valid" in text(page, "#rules-state") and "not valid" not in text(page, "#rules-state")) is not None)
    for name, content in [("explain-path", "/open"), ("explain-value", "3")]:
        field = page.find_element(By.ID, name)
        field.clear()
        field.send_keys(content)
    page.find_element(By.CSS_SELECTOR, "#explain-operation option:nth-child(2)").click()
    page.find_element(By.CSS_SELECTOR, "#explain button").click()
    check("rules that are not deployed are explained", wait(lambda: "newData.val() > 5 → false" in text(page, "#explanation")) is not None, text(page, "#explanation"))
    page.find_element(By.ID, "deploy").click()
    check("rules are deployed", wait(lambda: "newData" in send("GET", "/.settings/rules.json")[1]) is not None)
    wait(lambda: "Deployed" in text(page, "#rules-state"))
    page.find_element(By.ID, "revert").click()
    check("rules are reverted", wait(lambda: json.loads(send("GET", "/.settings/rules.json")[1]) == rules) is not None)

    # --- Events and the server ---
    page.find_element(By.CSS_SELECTOR, "nav a[data-part=events]").click()
    check("the events of the page are shown", wait(lambda: "set /contacts/ada/age ← 38" in text(page, "#trace")) is not None, text(page, "#trace"))
    check("the owner sees those of all sessions", wait(lambda: "of all sessions" in text(page, "#trace-state")) is not None, text(page, "#trace-state"))
    client = subprocess.Popen([program, "watch", "/open", "--url", base, "--count", "3", "--diagram", os.path.join(work, "watch.html")],
                              stdout=subprocess.PIPE, text=True, env={**os.environ, "DATASYNC_TOKEN": secret})
    client.stdout.readline()
    send("PUT", "/open/n.json", 70)
    send("PUT", "/open/markup.json", "<img src=x onerror=alert(1)>")
    client.wait(20)
    seen = wait(lambda: text(page, "#trace") if "<img" in text(page, "#trace") and "requests" in text(page, "#trace") else None)
    check("another client's session has a lane, with its requests and what it received",
          seen and re.search(r"session \d+, the owner", seen) and "listen /open" in seen and "set /open/n ← 70" in seen and "response ok" in seen, text(page, "#trace"))
    check("nothing in the trace is markup, and no secret", seen and secret not in seen and not page.find_elements(By.CSS_SELECTOR, "#trace img"))
    at = page.execute_script("""
        const box = (element) => element.getBoundingClientRect();
        const heads = [...document.querySelectorAll("#trace .head")].map((head) => (box(head).left + box(head).right) / 2);
        return [...document.querySelectorAll("#trace .arrow")].map((arrow) => [box(arrow).left, box(arrow).right].map(
            (end) => Math.min(...heads.map((head) => Math.abs(head - end)))));
        """)
    check("each arrow begins and ends at the line of a client or of the server", at and all(distance < 3 for pair in at for distance in pair), at)
    page.find_element(By.ID, "client").send_keys("requests")
    check("the trace is filtered by client", wait(lambda: "listen /open" not in text(page, "#trace") and "set /open/n ← 70" in text(page, "#trace")) is not None)
    page.find_element(By.ID, "client").clear()
    page.find_element(By.ID, "filter").send_keys("/open/n")
    check("the trace is filtered by path, with the responses", wait(lambda: "set /open/markup" not in text(page, "#trace") and "response ok /open/n" in text(page, "#trace")) is not None, text(page, "#trace"))
    page.find_element(By.ID, "filter").clear()
    with open(os.path.join(work, "watch.html")) as file:
        drawn = file.read()
    check("`datasync watch` draws the same", "&lt;img src=x" in drawn and "class=\"wire acked\"" in drawn and "/open/n ← 70" in drawn, drawn[-500:])
    style = send("GET", "/console/console.css")[1]
    check("with the style sheet of the console", re.search(r"\.chip\{[^}]*\}", style)[0] in drawn)
    send("PUT", "/open.json", {"n": 11})
    page.find_element(By.CSS_SELECTOR, "nav a[data-part=server]").click()
    check("the metrics are shown", wait(lambda: "datasync_requests_total" in text(page, "#metrics")) is not None and "ready" in text(page, "#ready"))

    # --- Hostile keys and values ---
    hostile = {
        "<script>alert(1)<|script>": "<img src=x onerror=alert(1)>", "__proto__": {"x": 1}, "constructor": "c", "\u202Eevil": "\u202Eabc\u0000",
        "\" onclick=\"alert(1)": 1, "javascript:alert(1)": "'", "-5": 1, "10": 1, "9": 1, "long": "x" * (10 << 20)}
    status, reason, _ = send("PUT", "/open/hostile.json", {key: v for key, v in hostile.items() if key != "long"})
    check("the hostile keys are written", status == 200, reason[:200])
    status, reason, _ = send("PUT", "/open/hostile/long.json", hostile["long"][: (10 << 20) - 2_000])
    check("10 MiB are written", status == 200, reason[:200])
    open_page(page, "/data/open/hostile")
    shown = wait(lambda: text(page, "#tree") if len(page.find_elements(By.CSS_SELECTOR, "#tree .row")) == len(hostile) else None)
    check("all hostile keys are shown", shown is not None, text(page, "#data")[:500])
    check("markup is shown as text", shown and "<script>alert(1)<|script>" in shown and "<img src=x onerror=alert(1)>" in shown and not page.find_elements(By.CSS_SELECTOR, "#tree img, #tree script"))
    check("letters that turn the text around are shown by number", shown and "\\u202eevil" in shown and "\u202e" not in shown)
    check("whole numbers come first, in their order", shown and [shown.index(f"\n{key}\n") if not shown.startswith(key) else 0 for key in ["-5", "9", "10"]] == sorted([shown.index(f"\n{key}\n") if not shown.startswith(key) else 0 for key in ["-5", "9", "10"]]), shown and shown[:200])
    check("a value of 10 MiB is cut", shown and "bytes" in shown and len(shown) < 5_000)
    row(page, "__proto__").find_element(By.CSS_SELECTOR, ".key").click()
    check("the key __proto__ opens", wait(lambda: sees(page, "x", "1")) is not None)

    # --- Many children ---
    # A write has at most 50,000 children.
    for start in [0, 50_000]:
        send("PATCH", "/many.json?print=silent", {f"k{number:06}": {"n": number} for number in range(start, start + 50_000)})
    open_page(page, "/data")
    wait(lambda: sees(page, "many", "100,000 children"))
    times = []
    page.execute_script("location.hash = '#/data/many'")
    for turn in range(6):
        wait(lambda: len(page.find_elements(By.CSS_SELECTOR, "#tree .row")) == 200 and f"k{turn * 200:06}" in page.find_element(By.CSS_SELECTOR, "#tree .key").text)
        took = page.execute_async_script("""
            const done = arguments[0], start = performance.now(), first = document.querySelector("#tree .key").textContent;
            document.querySelector("#next").click();
            const look = () => {
              const key = document.querySelector("#tree .key");
              if (key && key.textContent !== first && document.querySelectorAll("#tree .row").length === 200) done(performance.now() - start);
              else requestAnimationFrame(look);
            };
            look();
            """)
        times.append(took)
    check(f"a page of 100,000 children takes less than 100 ms ({', '.join(f'{t:.0f}' for t in times)})", sorted(times)[len(times) // 2] < 100)
    page.find_element(By.CSS_SELECTOR, "#tree .key").send_keys(Keys.PAGE_UP)
    check("Page Up turns back", wait(lambda: "k001000" in page.find_element(By.CSS_SELECTOR, "#tree .key").text) is not None, text(page, "#tree")[:80])
    page.find_element(By.CSS_SELECTOR, "#tree .key").send_keys(Keys.ARROW_DOWN + Keys.ARROW_DOWN)
    page.switch_to.active_element.send_keys(Keys.ENTER)
    check("the keyboard opens a row", wait(lambda: sees(page, "n", "1002")) is not None)

    # --- A node that is too large to be followed ---
    send("PUT", "/open/other.json", "y" * (5 << 20))
    open_page(page, "/data/open")
    check("a node that is too large to be followed is read again and again", wait(lambda: sees(page, "n", "11") and "too large" in text(page, "#connection")) is not None, text(page, "#data"))
    send("PUT", "/open/n.json", 12)
    check("its changes are shown", wait(lambda: sees(page, "n", "12")) is not None)
    send("DELETE", "/open/other.json")

    # --- Accessibility and pictures ---
    send("DELETE", "/many.json")
    send("DELETE", "/open/hostile/long.json")
    for width in [390, 1280]:
        for scheme in ["light" if width == 390 else "dark"] if is_short else ["light", "dark"]:
            view = browser(width, scheme)
            for part in ["data", "data/contacts", "rules", "events", "server"]:
                open_page(view, "/" + part)
                use(view, secret)
                time.sleep(0.5)
                if part.startswith("data"):
                    for key in view.find_elements(By.CSS_SELECTOR, "#tree .key")[:2]:
                        key.click()
                    time.sleep(0.5)
                found = axe_finds(view)
                check(f"axe finds nothing on {part}, {width} pixels, {scheme}", not found, found)
                wide = view.execute_script("return document.documentElement.scrollWidth")
                check(f"{part} is not wider than {width} pixels, {scheme}", wide <= width, wide)
                if pictures:
                    view.save_screenshot(os.path.join(pictures, f"{part.replace('/', '-')}-{width}-{scheme}.png"))
            view.get("file://" + os.path.join(work, "watch.html"))
            found, wide = axe_finds(view), view.execute_script("return document.documentElement.scrollWidth")
            check(f"axe finds nothing on the page of `datasync watch`, {width} pixels, {scheme}", not found and wide <= width, (found, wide))
            if pictures:
                view.save_screenshot(os.path.join(pictures, f"watch-{width}-{scheme}.png"))
            view.quit()
    view = browser(320)
    open_page(view, "/data/contacts")
    time.sleep(0.5)
    check("the page fits into 320 pixels", view.execute_script("return document.documentElement.scrollWidth") <= 320)
    def streams():
        return json.loads(send("GET", "/.settings/sessions.json")[1])["count"]

    for left in [page, other]:
        left.get("about:blank")
    check("the owner sees the open streams", wait(lambda: streams() == 1) is not None, streams())
    view.get("about:blank")
    check("a page that is left ends its stream", wait(lambda: streams() == 0) is not None, streams())
    open_page(view, "/data/contacts")
    # A page with a fault, so that the check is seen to find one.
    view.execute_script("document.body.append(Object.assign(document.createElement('img'), {}))")
    check("axe finds an image without a text", any("image-alt" in found for found in axe_finds(view)))
    view.quit()
    problems = [entry["message"] for entry in page.get_log("browser") + other.get_log("browser")
                if entry["level"] == "SEVERE" and "40" not in entry["message"][-80:]]
    check("the script has no errors", not [p for p in problems if "console.js" in p and "Error" in p], problems)
finally:
    for view in [page, other]:
        if view:
            view.quit()
    child.kill()
print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
sys.exit(0 if all(results) else 1)

#!/usr/bin/env python3
"""Makes the picture of the demo: docs/demo.py, in a clone. It plays `demo` and draws what the phones and the server held."""
import json
import os
import subprocess
import textwrap
from html import escape

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH, TOP, ROW, CARD = 900, 58, 82, (152, 54)
# The left edge of each holder's card.
EDGES = {"phoneA": 330, "server": 530, "phoneB": 730}
RIGHT = EDGES["phoneB"] + CARD[0]
NAMES = {"phoneA": "phone A", "server": "server", "phoneB": "phone B"}
SECONDS = 0.5  # between two acts: with eight of them, the picture is at rest before five seconds have passed

STYLE = """
  svg { color-scheme: light dark; }
  .paper { fill: #fdfcf8; } .ink { fill: #201d18; } .soft { fill: #5a554a; }
  .card { fill: #f5f2ea; stroke: #ddd8cc; } .waits .card { fill: #fff3d6; stroke: #b98500; }
  .waits .state { fill: #7a5200; } .none .card { fill: none; stroke-dasharray: 4 4; } .good { fill: #22663a; }
  .arrow { stroke: #0a5a63; stroke-width: 2; } .head { fill: #0a5a63; } .rule { stroke: #ddd8cc; }
  text { font: 13px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
  .name, .value, .title { font-weight: 700; } .title { font-size: 15px; } .value { font-size: 17px; }
  .says, .state { font-size: 12px; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181a; } .ink { fill: #e3dfd6; } .soft { fill: #aaa597; } .card { fill: #1f2224; stroke: #3a3d40; }
    .waits .card { fill: #3a2f14; stroke: #e8bf6a; } .waits .state { fill: #e8bf6a; } .good { fill: #8fd6a4; }
    .arrow { stroke: #83cdd3; } .head { fill: #83cdd3; } .rule { stroke: #3a3d40; }
  }
  @media (prefers-reduced-motion: no-preference) {
    .act, .verdict { animation: appear 0.4s ease-out both; }
    .arrow { stroke-dasharray: 40; animation: travel 0.5s ease-out both; }
    @keyframes appear { from { opacity: 0.15; } }
    @keyframes travel { from { stroke-dashoffset: 40; } }
  }
"""


def played():
    """The acts of the demo with one record in its three places, and its verdict."""
    run = subprocess.run([ROOT + "/vitals-course", "demo", "--json"], stdout=subprocess.PIPE, text=True, check=True)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(event["holds"] for event in events if event["event"] == "check"), "a check of the demo fails"
    return [event for event in events if event["event"] == "act"], events[-1]["message"]


def text(x, y, classes, words):
    return f'<text x="{x}" y="{y}" class="{classes}">{escape(words)}</text>'


def lines(x, y, classes, words, columns):
    return [text(x, y + 16 * index, classes, line) for index, line in enumerate(textwrap.wrap(words, columns))]


def card(holder, record, y):
    """What one of the three holds. Times differ from run to run, so they're left out."""
    x = EDGES[holder]
    if record is None:
        kind, value, state = "none", "none", ""
    else:
        waits = record.get("dirty")
        kind = "waits" if waits else "held"
        value = f"{round(record['value'], 3)} {record['unit'].lower()}"
        state = f"version {record['version']}" + (", to be sent" if waits else "")
    shape = f'<rect class="card" x="{x}" y="{y}" width="{CARD[0]}" height="{CARD[1]}" rx="8"/>'
    words = [text(x + 14, y + 24, "value ink", value)] + ([text(x + 14, y + 43, "state soft", state)] if state else [])
    return f'<g class="{kind}">{shape}{"".join(words)}</g>'


def arrow(phone, to_server, y, delay):
    left, right = ("phoneA", "server") if phone == "phoneA" else ("server", "phoneB")
    begin, end = EDGES[left] + CARD[0] + 7, EDGES[right] - 7
    points_right = to_server == (phone == "phoneA")
    tail, tip = (begin, end) if points_right else (end, begin)
    back = tip - 8 if points_right else tip + 8
    return (
        f'<line class="arrow" style="animation-delay: {delay:.1f}s" x1="{tail}" y1="{y}" x2="{back}" y2="{y}"/>'
        f'<path class="head" d="M{tip} {y}L{back} {y - 5}L{back} {y + 5}Z"/>'
    )


def arrows(before, after, y, delay):
    """A phone that had something to send pushed it; one that shows something else than before pulled it."""
    drawn = []
    for phone in ("phoneA", "phoneB"):
        was, now = (before or {}).get(phone), after.get(phone)
        pulled = now is not None and (was is None or was["value"] != now["value"])
        pushed = was is not None and was["dirty"] and not now["dirty"]
        if pushed:
            drawn.append(arrow(phone, True, y - 9 if pulled else y, delay))
        if pulled and not now["dirty"]:
            drawn.append(arrow(phone, False, y + 9 if pushed else y, delay + 0.2))
    return "".join(drawn)


def picture(acts, verdict):
    height = TOP + ROW * len(acts) + 48
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">',
        "<title>Two phones and a server, as ./vitals-course demo shows them</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="12"/>',
        text(24, 34, "name ink", "$ ./vitals-course demo"),
    ]
    parts += [text(EDGES[holder] + 14, 34, "name ink", name) for holder, name in NAMES.items()]
    before = None
    for index, act in enumerate(acts):
        y, delay = TOP + ROW * index, SECONDS * index
        title = lines(24, y + 24, "title ink", f"{act['act']}. {act['title']}", 32)
        says = lines(24, y + 26 + 16 * len(title), "says soft", act["message"], 52)[: 4 - len(title)]
        state = act["state"]
        cards = "".join(card(holder, state.get(holder), y + 10) for holder in EDGES)
        moved = arrows(before, state, y + 10 + CARD[1] // 2, delay)
        rule = f'<line class="rule" x1="24" x2="{RIGHT}" y1="{y}" y2="{y}"/>'
        parts.append(f'<g class="act" style="animation-delay: {delay:.1f}s">{rule}{"".join(title + says)}{cards}{moved}</g>')
        before = state
    y, delay = TOP + ROW * len(acts), SECONDS * len(acts)
    rule = f'<line class="rule" x1="24" x2="{RIGHT}" y1="{y}" y2="{y}"/>'
    words = text(24, y + 28, "name good", "✓ " + verdict[:1].upper() + verdict[1:])
    parts += [f'<g class="verdict" style="animation-delay: {delay:.1f}s">{rule}{words}</g>', "</svg>"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    with open(ROOT + "/docs/demo.svg", "w", encoding="utf-8") as file:
        file.write(picture(*played()))

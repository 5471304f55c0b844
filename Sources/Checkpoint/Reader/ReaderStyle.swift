/// The pages' style sheet and icon.
///
/// Style, script and icon are embedded in the program rather than stored in files beside it. A resource bundle would
/// tie the program to the folder that it was built in, and files in the clone may be of a different version from the
/// running program.
enum ReaderStyle {
    static let css = #"""
        :root {
            color-scheme: light dark;
            --paper: #fdfcf8; --ink: #201d18; --soft: #5a554a; --line: #ddd8cc; --panel: #f5f2ea;
            --link: #0a5a63; --mark: #0a5a63; --wrong: #a3262a; --good: #22663a; --care: #7a5200;
            --keyword: #8a1c5b; --type: #1b5a86; --string: #8b3a0e; --number: #1c6237; --comment: #655f52;
            --attribute: #653b99;
            --text: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Charter, Georgia, serif;
            --plain: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
            --code: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --paper: #16181a; --ink: #e3dfd6; --soft: #aaa597; --line: #3a3d40; --panel: #1f2224;
                --link: #83cdd3; --mark: #83cdd3; --wrong: #ff9c97; --good: #8fd6a4; --care: #e8bf6a;
                --keyword: #f29fc8; --type: #8fcaf2; --string: #f2b78e; --number: #9cd9ab; --comment: #a49e90;
                --attribute: #cbaef7;
            }
        }
        *, ::before, ::after { box-sizing: border-box; }
        html { background: var(--paper); color: var(--ink); text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
        body { margin: 0; font: 1.125rem/1.6 var(--text); overflow-wrap: break-word; }
        .top, .layout, footer { max-width: 76rem; }
        .contents, .top.narrow { max-width: 39.5rem; }
        .top, .layout, .contents, footer { margin-inline: auto; padding-inline: 1.25rem; }
        a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
        a:hover { text-decoration-thickness: 0.12em; }
        :focus-visible { outline: 0.15rem solid var(--mark); outline-offset: 0.15rem; border-radius: 0.1rem; }
        main:focus { outline: none; }
        .skip { position: absolute; left: 0.5rem; top: -4rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 1; }
        .skip:focus { top: 0.5rem; }
        .unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }

        /* Above and below the text */
        .top { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; padding-block: 1rem 0.75rem; }
        .top p { margin: 0; }
        .home { font: 600 1rem/1.5 var(--plain); }
        .home a { color: inherit; text-decoration: none; }
        .home a:hover { text-decoration: underline; }
        .facts { font: 0.9rem/1.5 var(--plain); color: var(--soft); }
        .state { white-space: nowrap; font-weight: 600; }
        .state.passed { color: var(--good); }
        .state.now, .state.started, .state.open { color: var(--mark); }
        .state.changed, .state.skipped { color: var(--care); }
        footer { padding-block: 2rem 3rem; }
        .neighbours { display: flex; flex-wrap: wrap; gap: 1rem; border-top: 1px solid var(--line); padding-top: 1.25rem; }
        .neighbours { font: 1rem/1.4 var(--plain); }
        .neighbours a { text-decoration: none; }
        .neighbours a:hover { text-decoration: underline; }
        .neighbours span { display: block; font-size: 0.85rem; color: var(--soft); }
        .neighbours .prev, .neighbours .next { flex: 1 1 12rem; }
        .neighbours .next { text-align: right; order: 1; }
        .neighbours .all { align-self: end; }

        /* The text */
        h1, h2, h3, h4 { font-family: var(--plain); line-height: 1.25; text-wrap: balance; scroll-margin-top: 1rem; }
        h1 { font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.5rem); letter-spacing: -0.015em; margin: 1.5rem 0 1.25rem; }
        h2 { font-size: 1.5rem; letter-spacing: -0.01em; margin: 3.25rem 0 1rem; }
        h3 { font-size: 1.15rem; margin: 2.25rem 0 0.75rem; }
        article :target, article :has(> :target) { text-decoration: underline var(--mark) 0.12em; text-underline-offset: 0.3em; }
        p, ul, ol { margin: 0 0 1.1rem; }
        article > :is(h1, h2, h3, h4, p, ul, ol, blockquote, details, section), .contents > * { max-width: 37rem; }
        ul, ol { padding-left: 1.6rem; }
        li { margin-bottom: 0.35rem; }
        li > :is(ul, ol) { margin: 0.35rem 0; }
        blockquote { margin: 0 0 1.1rem; padding-left: 1.1rem; border-left: 0.2rem solid var(--line); color: var(--soft); }
        code, kbd, samp, pre { font-family: var(--code); }
        :not(pre) > :is(code, kbd) { font-size: 0.86em; background: var(--panel); padding: 0.08em 0.28em; border-radius: 0.2rem; }
        .outline code, a > code, summary code, h1 code, h2 code, h3 code { background: none; padding: 0; }

        /* Code moves sideways in its own box */
        pre { margin: 0 0 1.4rem; padding: 0.9rem 1.1rem; overflow-x: auto; max-width: 100%; tab-size: 4; }
        pre { font-size: 0.82rem; line-height: 1.5; background: var(--panel); border-radius: 0.35rem; }
        pre :is(code, kbd, samp) { font-size: inherit; }
        article :is(pre, figure, .table) { max-width: min(100%, 54rem); }
        pre.diagram { background: none; border: 1px solid var(--line); line-height: 1.35; width: fit-content; }
        figure.diagram { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.35rem; padding: 0.6rem 0.8rem; }
        figure.diagram { width: fit-content; }
        .diagram svg { display: block; font: 13px var(--code); }
        .diagram text { fill: var(--ink); white-space: pre; }
        .diagram .name { font-weight: 700; }
        .diagram .lost { fill: var(--wrong); font-weight: 700; }
        .diagram line { stroke: var(--mark); stroke-width: 1.5; }
        .diagram line.life { stroke: var(--line); stroke-dasharray: 3 4; }
        .diagram path { fill: var(--mark); }
        .keyword { color: var(--keyword); }
        .type { color: var(--type); }
        .string { color: var(--string); }
        .number { color: var(--number); }
        .comment { color: var(--comment); font-style: italic; }
        .attribute { color: var(--attribute); }
        .key { color: var(--type); }
        .console kbd { font-weight: 600; }
        .console samp { color: var(--soft); }
        .prompt { color: var(--comment); user-select: none; -webkit-user-select: none; }
        .code { position: relative; margin: 0 0 1.4rem; max-width: min(100%, 54rem); }
        .code pre { margin: 0; }
        .copy { position: absolute; top: 0.35rem; right: 0.35rem; padding: 0.1rem 0.6rem; cursor: pointer; }
        .copy { font: 0.8rem/1.5 var(--plain); color: var(--ink); background: var(--paper); }
        .copy { border: 1px solid var(--line); border-radius: 0.25rem; opacity: 0; }
        .code:hover .copy, .copy:focus-visible { opacity: 1; }
        @media (hover: none) { .copy { opacity: 1; } .code pre { padding-top: 2.2rem; } }
        figure { margin: 0 0 1.6rem; }
        figcaption { font: 0.9rem/1.45 var(--plain); color: var(--soft); margin-bottom: 0.4rem; }
        figure.wrong pre { box-shadow: inset 0.2rem 0 var(--wrong); }
        figure.wrong figcaption { color: var(--wrong); font-weight: 600; }
        .symptom { font-size: 1rem; padding-left: 0.9rem; border-left: 0.2rem solid var(--wrong); }
        q { quotes: "“" "”"; font-style: italic; }

        /* A history, event by event */
        .stepper { font: 1rem/1.5 var(--plain); display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: baseline; }
        .stepper[hidden] { display: none; }
        .stepper button { font: 600 1rem/1.5 var(--plain); color: var(--ink); background: var(--panel); cursor: pointer; }
        .stepper button { padding: 0.25rem 1rem; border: 1px solid var(--soft); border-radius: 0.35rem; }
        .stepper button[aria-disabled=true] { color: var(--soft); border-color: var(--line); cursor: default; }
        .stepper .place { font-variant-numeric: tabular-nums; }
        .stepper .keys { color: var(--soft); font-size: 0.9rem; }
        .now { min-height: 7rem; }
        .now > p { font-weight: 600; margin-bottom: 0.6rem; }
        .holdings { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 0 0 1rem; font: 0.95rem/1.4 var(--plain); }
        .holdings > div { flex: 1 1 7rem; padding: 0.4rem 0.7rem; border: 1px solid var(--line); border-radius: 0.35rem; }
        .holdings .changed { border-color: var(--mark); box-shadow: inset 0.2rem 0 var(--mark); }
        .holdings dt { font-weight: 600; color: var(--soft); }
        .holdings dd { margin: 0; font-family: var(--code); font-size: 0.86rem; }
        .diagram .later { opacity: 0; }
        .diagram .current text { font-weight: 700; }

        .table { overflow-x: auto; margin: 0 0 1.5rem; }
        table { border-collapse: collapse; font-size: 1rem; line-height: 1.45; }
        th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
        th:last-child, td:last-child { padding-right: 0; }
        thead th, thead td { font: 600 0.9rem/1.4 var(--plain); border-bottom: 1px solid var(--soft); }
        tbody th { font-weight: 600; }
        .centre { text-align: center; }
        .trailing { text-align: right; }

        details { margin: 0 0 1.1rem; border: 1px solid var(--line); border-radius: 0.35rem; padding: 0 1.1rem; }
        summary { font: 600 1rem/1.5 var(--plain); cursor: pointer; padding: 0.55rem 0; }
        details[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: 0.9rem; }
        .hint { margin-bottom: 0.5rem; }
        .seen { font-weight: 400; font-size: 0.85rem; color: var(--soft); margin-left: 0.5rem; }

        /* Outline: before the text where there is little room, beside it where there is more */
        .outline { font: 0.92rem/1.45 var(--plain); border-block: 1px solid var(--line); padding-block: 0.75rem; }
        .outline p { font-weight: 600; color: var(--soft); margin: 0 0 0.4rem; }
        .outline ol { list-style: none; margin: 0; padding: 0; columns: 15rem; }
        .outline li { margin: 0; break-inside: avoid; }
        .outline ol ol { display: none; }
        .outline a { display: block; padding-block: 0.2rem; text-decoration: none; color: inherit; }
        .outline a:hover { text-decoration: underline; }
        @media (min-width: 64rem) {
            .layout { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 3.5rem; }
            .outline { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; }
            .outline { border: none; padding-block: 1.9rem 1rem; }
            .outline > ol { columns: auto; }
            .outline ol ol { display: block; columns: auto; padding: 0 0 0.4rem 0.9rem; color: var(--soft); font-size: 0.86rem; }
        }

        /* Contents */
        .contents > .demo { max-width: none; }
        @media (min-width: 64rem) { .contents > .demo { width: 56rem; margin-inline: calc(50% - 28rem); } }
        .demo img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
        .demo figcaption { margin: 0.6rem 0 0; }
        .standing h2 { font-size: 1.2rem; margin: 0 0 0.5rem; }
        .standing pre { background: var(--paper); }
        .lead { font-size: 1.25rem; line-height: 1.5; }
        .standing { font: 1rem/1.5 var(--plain); margin: 1.75rem 0 2.25rem; padding: 1rem 1.25rem; background: var(--panel); }
        .standing { border-radius: 0.35rem; }
        .standing p:last-child { margin: 0; }
        .standing p { margin: 0 0 0.5rem; }
        progress { display: block; width: 100%; height: 0.5rem; margin-top: 0.5rem; accent-color: var(--mark); }
        .steps { list-style: none; padding: 0; }
        .steps > li { display: flex; gap: 1rem; padding: 1rem 0; margin: 0; border-top: 1px solid var(--line); }
        .ordinal { flex: none; width: 2rem; }
        .ordinal { font: 600 1.2rem/1.35 var(--plain); text-align: right; color: var(--soft); }
        .steps :is(h2, h3) { font-size: 1.2rem; line-height: 1.35; margin: 0 0 0.2rem; }
        .steps :is(h2, h3) a { text-decoration: none; }
        .steps :is(h2, h3) a:hover { text-decoration: underline; }
        h2.part { font-size: 1.35rem; margin: 2.25rem 0 0.75rem; }
        .steps p { margin: 0 0 0.3rem; }
        .steps .parts { list-style: none; margin: 0; padding: 0; font: 0.9rem/1.6 var(--plain); color: var(--soft); }
        .steps .parts li { margin: 0; }
        .steps .now > .ordinal { color: var(--mark); }
        .steps li.now { box-shadow: -1.25rem 0 var(--paper), -1.4rem 0 var(--mark); }

        .contents.whole > .page { max-width: none; }
        .whole .page > h2:first-child { font-size: 1.9rem; }
        .whole .page { border-top: 1px solid var(--line); margin-top: 4rem; padding-top: 2rem; }

        @media (max-width: 40rem) {
            body { font-size: 1.06rem; }
            .top, .layout, .contents, footer { padding-inline: 1rem; }
            pre { padding-inline: 0.8rem; font-size: 0.78rem; }
            .steps > li { gap: 0.75rem; }
            .ordinal { width: 1.6rem; }
            th, td { min-width: 6.5rem; }
            .steps li.now { box-shadow: none; }
        }
        @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
        @media (forced-colors: active) { .copy, details, pre { border: 1px solid; } }
        @media print {
            :root {
                color-scheme: light;
                --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #fff; --link: #000; --comment: #444;
                --keyword: #000; --type: #000; --string: #000; --number: #000; --attribute: #000;
            }
            body { font-size: 10.5pt; }
            .skip, .outline, .copy, footer, .hints, .stepper, .now { display: none; }
            .events[hidden] { display: block; }
            .diagram .later { opacity: 1; }
            .layout { display: block; }
            pre { white-space: pre-wrap; border: 1px solid var(--line); }
            pre.diagram { white-space: pre; font-size: 7.5pt; }
            .diagram svg { max-width: 100%; height: auto; }
            h1, h2, h3, figcaption { break-after: avoid; }
            pre { font-size: 7.5pt; line-height: 1.4; orphans: 4; widows: 4; }
            table, figure:has(svg) { break-inside: avoid-page; }
            .whole-contents { columns: 2; font-size: 9.5pt; }
            details::details-content { content-visibility: visible; display: block; }
            .top, .screen { display: none; }
            .contents { max-width: none; padding: 0; }
            .page { break-before: page; }
            .page a { text-decoration: none; }
            @page { margin: 18mm 16mm; @bottom-center { content: counter(page); font-size: 9pt; } }
        }

        """#

    /// Two lines, one for each phone, that meet in a point.
    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#0a7a86" stroke-width="3" \
        stroke-linecap="round"><path d="M5 5c0 12 11 8 11 17M27 5c0 12-11 8-11 17"/><circle cx="16" cy="26" r="2.5" \
        fill="#0a7a86"/></svg>

        """
}

/// The style sheet of sequence diagrams.
package enum DiagramStyle {
    /// The rules of the style sheet: colours for light and dark displays, the grid, and a list in its place on narrow pages.
    package static let text = colors + diagram + narrow

    /// The rules for a page with a heading and one or more diagrams.
    package static let page = """
        *{box-sizing:border-box}body{margin:0 auto;max-width:96rem;padding:1.5rem;background:var(--bg);
        color:var(--ink);
        font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
        code,.difference td{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
        font-size:.86em}
        h1{margin:0;font-size:1.7rem}h2{margin:2rem 0 .6rem;font-size:1.2rem}small{color:var(--soft);
        font-weight:400}
        .lead{margin:.2rem 0 1rem;color:var(--soft);font-size:1.05rem}

        """

    private static let colors = """
        :root{color-scheme:light dark;--bg:#f7f8fa;--card:#fff;--ink:#1c2430;--soft:#5b6675;--line:#d8dee6;
        --life:#b9c2ce;
        --local:#8a5a00;--local-bg:#fff3d6;--local-line:#e0a526;--acked:#0b5d4e;--acked-bg:#dcf3ec;
        --acked-line:#2f9e86;
        --bad:#a3123a;--bad-bg:#ffe3ea;--bad-line:#d6336c;--done:#3d4a5c;--done-bg:#eceff3;--done-line:#9aa6b5;
        --refused:#6b2fa0;--refused-bg:#f1e6fb;--refused-line:#9c5fd1;--arrow:#2f6fd0}
        @media(prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1a2028;--ink:#e4e9f0;--soft:#98a4b3;
        --line:#2d3642;
        --life:#465264;--local:#ffd27a;--local-bg:#3a2d10;--local-line:#b98719;--acked:#8fe3cf;--acked-bg:#12352e;
        --acked-line:#2c8f79;--bad:#ff9db5;--bad-bg:#451525;--bad-line:#d6336c;--done:#c3ccd8;--done-bg:#262e39;
        --done-line:#5c697a;--refused:#d9b8f7;--refused-bg:#33204a;--refused-line:#8a55bd;--arrow:#7fb0ff}}

        """

    private static let diagram = """
        .legend{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:1rem 0 .4rem}
        .key-line{display:inline-flex;align-items:center;gap:.45rem;color:var(--soft);margin-left:.6rem}
        .sample{display:inline-block;height:1.3rem;border-left:2px solid}
        .narrow{display:none}.diagram{display:grid;margin:.2rem .9rem 1rem;align-items:center;
        row-gap:.28rem}.head{overflow-wrap:anywhere;align-self:end;justify-self:center;font-weight:600;font-size:.82rem;color:var(--soft);
        padding:.1rem .55rem;margin-bottom:.2rem;text-align:center;line-height:1.2}
        .head.client,.head:first-child{color:var(--ink)}
        .head:not(.run){border:1px solid var(--life);border-radius:.4rem;background:var(--bg);color:var(--ink)}
        .life{align-self:stretch;justify-self:start;margin:-.14rem 0 -.14rem -1px;
        border-left:2px solid var(--life);z-index:0}
        .life.run{border-left:1px dashed var(--line)}
        .life.held,.sample.held{border-left:6px double var(--local-line)}
        .life.held{margin-left:-3px}.life.off,.sample.off{border-left:2px dotted var(--bad-line)}
        .rule-off{align-self:start;border-top:1px solid var(--line);height:0;margin-top:-.14rem}
        .number{color:var(--soft);font-weight:500;font-size:.8rem;justify-self:end;padding:.5rem .7rem 0 0;
        align-self:start;
        font-variant-numeric:tabular-nums}
        .arrow{position:relative;z-index:3;margin:0 1px .5rem;border-bottom:2px solid var(--arrow);align-self:end;
        height:.4rem}
        .label{z-index:2;justify-self:start;padding:.42rem .8rem .1rem;line-height:1.25;font-size:.86rem}
        .label span{display:inline-block;background:var(--card);border-radius:.2rem;overflow-wrap:anywhere;
        padding:0 .2rem}
        .label code{color:var(--soft)}
        .arrow::before{content:"";position:absolute;left:0;bottom:-6px;border:5px solid transparent;
        border-right:9px solid var(--arrow);border-left:0}
        .arrow.waiting{border-bottom-style:dashed;border-color:var(--local-line)}
        .arrow.waiting::before{border-right-color:var(--local-line)}
        .arrow.unsent,.arrow.lost{border-bottom-color:transparent}
        .arrow.unsent::after,.arrow.lost::after{content:"";position:absolute;right:0;bottom:-2px;width:38%;
        border-bottom:2px dotted var(--bad-line)}
        .arrow.unsent::before,.arrow.lost::before{content:none}.arrow b{position:absolute;z-index:1;
        left:calc(62% - .9em);bottom:-.5rem;color:var(--bad);font-size:.75rem;line-height:.9rem}
        .arrow.lost::after{width:100%;border-bottom-style:dashed}
        .arrow.lost b{left:calc(50% - .4em);background:var(--card)}
        .arrow.holding{border-bottom-color:transparent}.arrow.holding::before{content:none}
        .arrow.reply{border-color:var(--acked-line)}.arrow.reply::before{left:auto;right:0;border-right:0;
        border-left:9px solid var(--acked-line)}
        .note span{padding:.1rem .6rem;border:1px dashed var(--life);border-radius:.4rem}
        .event{color:var(--text);font-size:.8rem;line-height:1.25;padding:0 .5rem 0 .4rem;text-align:right;
        overflow-wrap:anywhere}
        .wire{position:relative;z-index:1;border-top:1.5px solid var(--tone)}
        .wire::after{content:"";position:absolute;left:-5px;top:-5px;width:9px;height:9px;border-radius:50%;
        background:var(--tone);border:1.5px solid var(--tone)}.wire.local::after{background:var(--card)}
        .wire.local{border-top-style:dashed}
        .chip{position:relative;z-index:1;background:var(--fill);border:1px solid var(--tone);border-radius:.4rem;
        padding:.12rem .55rem;margin:0 .2rem;font-size:.86rem;overflow-wrap:anywhere;line-height:1.35;
        color:var(--text)}
        .chip b{font-weight:600}.chip .key{font-weight:700}.chip i{color:var(--soft)}.chip em{font-style:normal}
        .chip u{float:right;text-decoration:none;font-size:.78em;padding-left:.6rem;line-height:1.7}
        .chip small:not(.narrow){display:block;color:inherit;font-size:.82em}
        .local{--tone:var(--local-line);--fill:var(--local-bg);--text:var(--local)}
        .acked{--tone:var(--acked-line);--fill:var(--acked-bg);--text:var(--acked)}
        .bad{--tone:var(--bad-line);--fill:var(--bad-bg);--text:var(--bad)}
        .done{--tone:var(--done-line);--fill:var(--done-bg);--text:var(--done)}
        .refused{--tone:var(--refused-line);--fill:var(--refused-bg);--text:var(--refused)}
        .chip.local{border-style:dashed}.chip.bad{border-width:2px;font-weight:500}
        .chip.quiet{--tone:transparent;--fill:var(--card);--text:var(--soft);text-align:center;font-style:italic}
        @media print{details:not([open])>*{display:none}}

        """

    /// A list in place of lanes, where these would be too narrow.
    private static let narrow = """
        @media(max-width:70rem){.diagram{display:flex;flex-wrap:wrap;align-items:baseline}
        .narrow{display:inline}.head,.life,.arrow,.wire,.rule-off{display:none}
        .number{flex:0 0 1.8rem;padding-top:.3rem;align-self:baseline;text-align:right}.label{flex:0 0 calc(100% - 1.8rem);padding:.3rem 0 0;
        border-top:1px solid var(--line)}.label span{display:inline}.note span{padding:0 .4rem}
        .event{flex:0 0 100%;padding:0 0 0 2rem;text-align:left}.diagram .chip{flex:0 0 calc(100% - 2rem);margin:0 0 0 2rem}
        .chip.quiet{text-align:left}.chip .narrow{display:block;font-size:.82em}}

        """
}

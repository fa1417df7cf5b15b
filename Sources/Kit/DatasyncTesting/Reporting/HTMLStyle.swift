import DatasyncDiagram

/// The style sheet of the HTML report.
enum HTMLStyle {
    /// The rules of the style sheet: those of the diagrams, and those of the page around them.
    static let text = DiagramStyle.text + DiagramStyle.page + page + narrow

    private static let page = """
        .runs,.hint{color:var(--soft);margin:.5rem 0}
        .tiles{display:flex;flex-wrap:wrap;gap:.7rem}.tile{background:var(--card);border:1px solid var(--line);
        border-radius:.6rem;padding:.6rem 1.1rem;min-width:7.5rem;display:flex;flex-direction:column}
        .tile strong{font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}
        .tile span{color:var(--soft)}
        .tile.good strong{color:var(--acked)}.tile.bad{border-color:var(--bad-line)}
        .tile.bad strong{color:var(--bad)}
        nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:1rem 0}nav a{color:inherit;text-decoration:none;
        background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:.15rem .75rem}
        nav a:hover{border-color:var(--arrow)}nav a.bad{border-color:var(--bad-line);color:var(--bad)}
        details{background:var(--card);border:1px solid var(--line);border-radius:.55rem;margin:.35rem 0}
        details.failed{border-color:var(--bad-line)}summary{cursor:pointer;padding:.45rem .8rem;list-style:none;
        display:flex;gap:.2rem .6rem;align-items:baseline;flex-wrap:wrap}.name{max-width:calc(100% - 1.7rem)}summary::-webkit-details-marker{display:none}
        summary:hover .name{text-decoration:underline}summary:focus-visible{outline:2px solid var(--arrow)}
        .mark{color:var(--acked);font-weight:700}.mark.bad{color:var(--bad)}p.bad{color:var(--bad)}
        .tag{font-size:.8rem;color:var(--soft);border:1px solid var(--line);border-radius:.8rem;padding:0 .55rem;
        white-space:nowrap}.start{margin:.2rem .9rem .6rem;color:var(--soft)}.start code{color:var(--ink);
        overflow-wrap:anywhere}.difference{margin:.4rem .9rem 1rem;padding:.4rem .8rem;background:var(--bad-bg);
        border-left:3px solid var(--bad-line);border-radius:.3rem;overflow-wrap:anywhere}
        .difference p{margin:.4rem 0}.difference table{margin:0;width:100%;table-layout:fixed}
        .difference .first{color:var(--bad);font-weight:600}
        table{border-collapse:collapse;margin:.3rem .8rem .9rem;width:calc(100% - 1.6rem)}
        th{text-align:left;color:var(--soft);font-weight:500}td,th{padding:.3rem .7rem .3rem 0;vertical-align:top;
        border-bottom:1px solid var(--line)}tr.bad td{color:var(--bad);background:var(--bad-bg)}
        td{overflow-wrap:anywhere}#coverage td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}td details{border:0;margin:0;
        background:none}td summary{padding:0;display:list-item;list-style:inside disclosure-closed}
        td details[open] summary{list-style-type:disclosure-open}td ul{margin:.2rem 0;padding-left:1.1rem;
        min-width:20rem}

        """

    /// Tables of one column on phones.
    private static let narrow = """
        @media(max-width:40rem){body{padding:.8rem}p.start,.diagram,.difference{margin-left:.5rem;margin-right:.5rem}
        thead{display:none}#coverage tr{display:block;border-bottom:1px solid var(--line)}
        #coverage td{display:block;border:0;padding:.1rem 0}td ul{min-width:0}
        #coverage td:nth-child(3)::before{content:"scenarios: "}#coverage td:nth-child(4)::before{content:"tests: "}}
        """
}

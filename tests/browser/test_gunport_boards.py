"""Gunport boards from elsewhere: long searches, files, links, and the arrangements of the library."""

import re

from playwright.sync_api import FilePayload, Page, expect

from support.page_user import PageUser, drag
from support.saved_files import saved_by
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.library.stm import stm_board, stm_boards, stm_data
from tilewright.families.gunport.query import GunportQuery
from tilewright.families.gunport.solve import solve_board

THREE = "<>.\n.<>\n<>.\n"
SHEET = f'; found on a train\n; {{"who": "Ada"}}\n{THREE}\n; half\n<>..\n....\n\n; no rectangle\n<>\n.\n'


def lay(page: Page, start: str, end: str) -> None:
    drag(page, page.locator(f'#board [data-cell="{start}"]'), page.locator(f'#board [data-cell="{end}"]'))


def open_file(page: Page, name: str, content: bytes) -> None:
    page.locator("#file").set_input_files(FilePayload(name=name, mimeType="", buffer=content))


def saved(page: Page) -> tuple[str, bytes]:
    """The name and the content of the file that Save downloads."""
    file = saved_by(page.get_by_role("button", name="Save", exact=True))
    return file.name, file.path.read_bytes()


def test_a_long_search_is_stopped_and_keeps_the_best(page: Page) -> None:
    page.goto("/gunport")
    page.get_by_label("Rows", exact=True).fill("28")
    page.get_by_label("Columns", exact=True).fill("28")
    page.get_by_role("button", name="Start").click()
    search, stop = page.locator("#start"), page.locator("#stop")
    page.get_by_text("Search for fewer dominoes").click()
    search.click()
    expect(search).to_be_disabled()
    expect(page.locator("#progress")).to_have_text(
        re.compile(r"^28 × 28: \d+ dominoes and \d+ ports so far.*At least 26\d dominoes are needed.* states")
    )
    page.get_by_role("button", name="3 × 3", exact=True).click()  # the search goes on
    expect(page.locator("#known")).to_have_text("The minimum is 3 dominoes, with 3 ports.")
    stop.click()
    answer = page.locator("#search-answer")
    expect(answer).to_have_text(re.compile(r"are the best known, not proven.*The search was stopped"))
    expect(answer).to_have_class(re.compile("warn"))
    expect(search).to_be_enabled()
    lay(page, "0,0", "1,0")
    answer.get_by_role("button", name="Show it").click()
    match = re.match(r"28 × 28: (\d+ dominoes)", answer.inner_text())
    assert match
    expect(page.locator("#dominoes")).to_have_text(match[1])
    page.get_by_role("button", name="3 × 3", exact=True).click()  # as it was left
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    search.click()
    expect(answer).to_have_text(
        re.compile("^3 × 3: 3 dominoes and 3 ports. No arrangement has fewer dominoes, .* proven.")
    )
    expect(answer).to_have_class(re.compile("good"))


def test_boards_of_a_file_are_changed_and_saved_with_all_the_rest(page: Page) -> None:
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).click()
    lay(page, "1,1", "1,2")
    open_file(page, "trains.txt", SHEET.encode())
    expect(page.locator("h1")).to_have_text("trains")
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    expect(page.locator("#file-name")).to_have_text("3 boards of trains.txt")
    expect(page.locator("#file-note")).to_have_text(re.compile("^1 board cannot be shown, but stays"))
    assert saved(page) == ("trains.txt", SHEET.encode())
    page.locator("#file-boards").select_option("1")
    expect(page.locator("#board [data-cell]")).to_have_count(8)
    lay(page, "2,1", "3,1")
    expect(page.locator("#dominoes")).to_have_text("2 dominoes")
    page.locator("#file-boards").select_option("0")
    expect(page.locator("#board [data-cell]")).to_have_count(9)
    page.reload()  # the file is still open
    expect(page.locator("#file-boards")).to_have_value("0")
    expect(page.locator("#message")).to_contain_text("no arrangement has fewer")  # judged
    assert saved(page) == ("trains.txt", SHEET.replace("....", "..<>").encode())
    page.locator("#file-kind").select_option("stm")
    name, content = saved(page)
    assert name == "trains.stm"
    assert stm_boards(content) == [stm_board(loads(THREE)), stm_board(loads("<>..\n..<>\n"))]
    expect(page.locator("#message")).to_have_text(re.compile("^1 board that this page cannot show left out"))
    page.get_by_role("button", name="Undo").click()  # what lay there before
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="4 × 5", exact=True).click()  # the file stays, with its changes
    expect(page.locator("#file-boards")).to_have_value("")
    page.locator("#file-kind").select_option("text")
    assert saved(page)[0] == "gunport-4x5.txt"
    page.locator("#file-boards").select_option("1")
    expect(page.locator("#dominoes")).to_have_text("2 dominoes")
    page.get_by_role("button", name="Clear").click()
    changed = SHEET.replace("<>..\n", "....\n")
    assert saved(page) == ("trains.txt", changed.encode())
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#file-boards-field")).to_be_hidden()
    expect(page.locator("h1")).to_have_text("Gunport, 2 × 4")


def test_files_are_dropped_and_wrong_ones_change_nothing(user: PageUser) -> None:
    page, user.expected_statuses = user.page, {422}
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).click()
    lay(page, "1,1", "1,2")
    for name, content, words in (
        ("cut.stm", stm_data([stm_board(loads(THREE))])[:-4], "cut off"),
        ("half.txt", b"<>.\n<..\n", "line 2, column 1: a '<' is here"),
        ("list.json", b"[1]", "this JSON has no boards"),
        ("empty.txt", b"", "empty.txt is empty"),
        ("large.txt", b"." * 500_001, "too large"),
    ):
        open_file(page, name, content)
        expect(page.locator("#message")).to_contain_text(words)
        expect(page.locator("#dominoes")).to_have_text("1 domino")
    dropped = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'found.json')); return data; }",
        '{"arrangement": ["<>.", "..."], "no_slide": true}',
    )
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    expect(page.locator("h1")).to_have_text("found")
    expect(page.locator("#board [data-cell]")).to_have_count(6)
    expect(page.get_by_label("no domino may slide into ports")).to_be_checked()
    page.get_by_role("button", name="3 × 3", exact=True).click()
    expect(page.locator("h1")).to_have_text("Gunport, 3 × 3")
    expect(page.locator("#dominoes")).to_have_text("1 domino")


def test_links_show_a_board_or_say_what_is_wrong(user: PageUser) -> None:
    page, user.expected_statuses = user.page, {422}
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).click()
    lay(page, "0,0", "1,0")
    lay(page, "0,1", "0,2")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_have_text("The link has been copied.")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith("/gunport?size=3x3&board=LRE.UEE.DEE")
    page.get_by_role("button", name="Clear").click()
    page.goto(f"{link}&no-slide")
    expect(page.locator("#dominoes")).to_have_text("2 dominoes")
    expect(page.get_by_label("no domino may slide into ports")).to_be_checked()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#dominoes")).to_have_text("0 dominoes")
    page.get_by_label("no domino may slide into ports").uncheck()
    for wrong, words in (
        ("LRE.UEE", "line 2, column 1: a 'U' is here without a 'D' below it"),
        ("LRE.EE", "rectangle"),
        ("<script>alert(1)</script>", "expected rows of the letters"),
        ("LRE.ELR&size=3x3", "another size than the link says"),
        ("L" * 4_000, "at most 60 rows and columns"),
    ):
        page.goto(f"/gunport?board={wrong}")
        expect(page.locator("#message")).to_have_text(
            re.compile(f"^The link does not show a board: .*{words}")
        )
        expect(page.locator("#dominoes")).to_have_text("0 dominoes")
        expect(page).to_have_url(re.compile("/gunport$"))


def test_every_arrangement_of_the_library_is_shown(page: Page) -> None:
    every = solve_board(GunportBoard.rectangle(4, 5), query=GunportQuery(arrangements=None, unique=True))
    for arrangement in every.arrangements:
        moves = [f"lay {x},{y} {u},{v}" for (x, y), (u, v) in arrangement.pieces]
        record = {"rows": 4, "columns": 5, "moves": moves, "who": "Ada"}
        assert page.request.post("/api/gunport/record", data=record).ok
    page.goto("/gunport")
    page.get_by_text("The library of best boards").click()
    page.locator("#library-source").select_option("own")
    page.get_by_role("searchbox", name="Search").fill("4x5")
    tiles = page.locator("#library .entry")
    expect(tiles).to_have_count(1)
    expect(tiles.locator(".chip.proven")).to_have_text("proven")
    number = len(every.arrangements)
    tiles.get_by_role("button", name=f"All {number}", exact=True).click()
    expect(tiles).to_have_count(number)
    expect(page.locator("#library-entry-title")).to_have_text("4x5: 7 pieces and 6 ports proven")
    expect(page.get_by_role("img", name=f"Arrangement {number} of 4x5")).not_to_have_js_property(
        "naturalWidth", 0
    )
    tiles.last.get_by_role("button", name="Show").click()
    expect(page.locator("#dominoes")).to_have_text("7 dominoes")
    expect(page.locator("#message")).to_have_text(re.compile("no arrangement has fewer.$"))  # without praise
    page.get_by_role("button", name="All boards").click()
    expect(tiles).to_have_count(1)
    page.locator("#library-source").select_option("shipped")
    expect(tiles.get_by_role("button", name="All")).to_have_count(0)

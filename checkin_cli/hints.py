"""
The next step for each error, as a command or in words.

In the hint of an export `FORMAT` stands for the word of its format, and in that of a document `schema NAME` for the
name of its contract, which whoever knows it fills in. Where a file is in the way, the hint says what may be done about
that very file.
"""

HINTS = {
    # an input
    "empty_input": "write one JSON document, or remove the file",
    "input_unreadable": "check the permissions of the file",
    "document_too_large": "one document holds one check-in; split lists into JSONL lines",
    "utf16_encoding": "save the file as UTF-8",
    "utf32_encoding": "save the file as UTF-8",
    "not_utf8": "save the file as UTF-8",
    "stray_bom": "remove the byte order mark; only the start of a file may hold one",
    "json_syntax": "correct the JSON at this place",
    "json_too_deep": "checkin schema NAME prints how deep a document goes; checkin schema lists the names",
    "duplicate_key": "keep one of the two keys",
    "lone_surrogate": "write the character itself in UTF-8",
    "unknown_document": "checkin schema lists the documents that are read",
    "unknown_key": "remove the key, or correct its spelling; checkin schema NAME prints every key",
    "missing_key": "checkin schema NAME prints the required keys",
    "wrong_type": "checkin schema NAME prints the type of every key",
    "out_of_range": "check the unit and the decimal point",
    "wrong_format": "checkin schema NAME prints the format of every key",
    "not_listed": "checkin schema NAME prints the allowed words",
    "control_character": "remove the invisible character",
    "text_length": "shorten the text, or leave the key out when there is none",
    "item_count": "checkin schema NAME prints how many items are allowed",
    "duplicate_item": "list each item once",
    "not_finalized": "render the check-in after it was finalized",
    "customer_key_rule": "a customer document has a customer_key, a personal one has none",
    "another_day": "recorded_at must fall on kst_day in Asia/Seoul",
    "not_a_week": "a week is seven days; --config may set another first day",
    "empty_range": "write the lower bound first",
    "lifecycle_rule": "published_body and its digest belong to a published card, and only there",
    "digest_mismatch": "fetch the published card again; its text is not the one that was approved",
    "unlabelled_macros": "write each of the three macros after its Korean name, in any order",
    "copy_too_long": "shorten the texts of the document; one message holds 4,096 UTF-16 units",
    # the command
    "no_such_input": "check the path",
    "no_such_line": "count the lines from 1; checkin validate FILE lists those with a document",
    "unknown_ref": "checkin doctrine why without --ref explains every document, each with its ref",
    "unknown_command": "checkin --help lists the commands, and each has a --help of its own",
    "unknown_option": "the same command with --help lists its options",
    "missing_argument": "the same command with --help shows what it needs, and an example",
    "wrong_value": "the same command with --help says what each option takes",
    "shell_unclear": "checkin --show-completion --shell bash prints the script of a shell that is named",
    "unexpected_argument": "the same command with --help shows what it takes; quote names with blanks",
    "no_inputs": "name a folder that holds .json or .jsonl files; files of other kinds are named one by one",
    "folder_gone": "change to a folder that exists, then run the command again",
    "one_document": "name a file with one document; checkin render --plan counts the requests of many",
    "no_cases": "name a folder that holds documents as .json files; lines make no cases",
    "unknown_schema": "checkin schema lists the names",
    "conflicting_options": "give what is required; the same command with --help says what each option does",
    "config_unreadable": "check the path given to --config",
    "config_invalid": "checkin config show prints every key with its allowed values",
    "key_missing": "set the environment variable that the configuration names",
    "authoring_incomplete": "complete the section [authoring]; docs/authoring.md shows one",
    "rules_missing": "restore prompts/rules.md in the doctrine folder; --no-model prints principles alone",
    "question_unclear": "ask one question in a line, without names, keys or measurements of customers",
    "substrate_overflow": "shorten the files in prompts, raise the budget, or ask for the compact persona",
    "draft_no_terminal": "checkin draft review takes --approve DIGEST and --reject REASON; drop --ask",
    "budget_spent": "raise --max-tokens or --max-rounds, or write the wording by hand with --from",
    "unreadable_proposal": "docs/drafting.md shows a file with a proposal",
    "unknown_proposal": "checkin draft list prints the ids of the queue",
    "queue_invalid": "correct the file, or move it out of review_queue",
    "proposal_refuted": "checkin draft list says what stands against it; draft another with checkin draft new",
    "approval_stale": "review it again with checkin draft review, and approve the digest that it shows",
    "promotion_unsafe": "write the tables of the file as the others do, one key a line",
    "doctrine_invalid": "correct the file, then run checkin doctrine lock with the same --doctrine",
    "doctrine_unlocked": "review the change, then run checkin doctrine lock with the same --doctrine",
    "empty_query": "checkin doctrine list prints everything",
    "unknown_id": "checkin doctrine search finds ids by words",
    "unknown_case": "checkin golden check names every case and group that differs",
    "selector_sends": "choose --selector first or rotate: what is accepted must come out the same again",
    "no_terminal": "checkin golden accept and reject decide without a terminal",
    "golden_in_ci": "decide on a machine of your own and commit the goldens; checkin golden check runs everywhere",
    "extra_missing": "make authoring in a checkout; elsewhere pip install 'PATH[authoring]', PATH being a checkout",
    "engine_missing": "make authoring in a checkout adds it too; elsewhere pip install 'PATH[engine]' of a checkout",
    "engine_unreachable": "check --address and that the cluster runs",
    "nothing_to_compare": "add --mode coach, --mode expression or --baseline DIR",
    "ignores_invalid": "docs/shadow.md shows a file of ignores",
    # weeks
    "range_limit": "narrow the range; approved_by names who allowed a loss of up to 1.50 percent a week",
    "conflicting_days": "a person decides which one counts: give it a higher revision, or let it supersede the other",
    "days_reversed": "write the earlier day first",
    "sign_of_danger": "look at this input first: until it is corrected, what it says holds nobody",
    "supersedes_itself": "correct supersedes: it names the event_id of the event that this one takes the place of",
    "profile_twice": "keep one profile a customer",
    "no_such_week": "a week is 2026-W48 or a day of it; weeks are FROM..TO or all",
    "no_check_ins": "name daily snapshots, wizard exports, an event log, or weights of another program",
    "customer_unclear": "name the customer as the check-ins do; wizard exports take --export-customer",
    "weights_of_nobody": "say whose weights they are: --customer KEY or --customer personal",
    "profile_of_another": "give the profile of this customer with --profile, or none",
    # an unfinished run
    "journal_unfinished": "the same command with --resume goes on; --restart discards what was asked and asks again",
    "journal_in_use": "wait until the other run has ended",
    "journal_damaged": "restore the file, or discard the run with --restart: what was asked is then asked again",
    "resume_refused": "undo the change and --resume, or --restart; options like --mode and --shard are configuration",
    "candidate_lost": "the copies are written and stay; the same command asks about all of them anew",
    "worker_lost": "the same command with --resume goes on; nothing is asked twice",
    # shards
    "not_a_shard": "name the files that checkin render --shard wrote, unchanged and by this version",
    "shards_overlap": "name each shard of one run once",
    "shards_differ": "render all shards of a run by the same version, with the same doctrine and options",
    "shards_incomplete": "name every shard of the run, and its inputs as the run named them",
    "shard_order_unknown": "give the inputs of the run with --inputs, which decide the order",
    # an export of another program
    "unknown_export": "export the file again and leave it as it is; --from only names what the file itself shows",
    "unknown_format": "checkin summarize --help lists the formats",
    "empty_export": "export the file again; this one holds nothing",
    "zip_archive": "unpack the archive and name the file inside it",
    "unit_unclear": "say the unit after the format: --from FORMAT:kg, FORMAT:lb or FORMAT:st",
    "unit_unknown": "export the weights in kilograms, pounds or stone; no other unit is read",
    "unit_contradicted": "leave the unit out of --from; the export says its own",
    "day_unclear": "export the file again and leave its days and times as they are, or correct this row",
    "clock_unclear": "say whose clock it is after the format: --from FORMAT:local or FORMAT:utc",
    "row_unreadable": "export the file again, or correct this row",
    "xml_syntax": "export the file again; this one is damaged or cut off",
    "entity_declared": "export the file again; no export of Apple Health declares an entity",
    # a chart
    "unknown_chart": "name a file that ends in .svg or .png",
    "font_missing": "install fonts-nanum or fonts-noto-cjk, or draw an .svg, which needs no font",
    "chart_extra_missing": "pip install 'PATH[chart]', PATH being a checkout, or draw an .svg, which needs no extra",
    # an output
    "output_name_shared": "give each document its own ref, or render to a .jsonl file",
    "output_exists": "choose another file, or overwrite with --force",
    "output_is_input": "choose an output outside the inputs",
    "output_is_golden": "checkin golden accept or review overwrites a golden, and nothing else does",
    "output_is_folder": "move the folder away, choose another -o, or give the document its own ref",
    "output_unwritable": "check the folder, its permissions and the free space",
    # this program
    "promise_broken": "report this with the version of checkin; no copy was written for the input",
    "internal_fault": "report this with the version of checkin; no copy was written for the input",
}
"""
Every error code with the next step for the operator. A code that is not listed here cannot be raised.
"""

IN_FOLDER = "choose another folder, or overwrite with --force"
ON_RESUME = "the same command with --resume --force overwrites it; nothing is asked twice"
NEVER_OVERWRITTEN = "choose another file; this one is never overwritten"
"""
The hint of `output_exists` where a folder was named, where a run was begun that can go on, and without --force.
"""

NEARER_HINTS = {
    "array": "write one document a line, without [ and ] and without commas between, in a file named .jsonl",
    "broken_line": "correct the JSON of this line; a line of a .jsonl file is one whole document",
    "no_object": "a document is one JSON object; checkin summarize also reads weights from files of other programs",
    "second_value": "correct the JSON at this place; a file of several documents has one a line and is named .jsonl",
    "no_run": "name the output that the run had, or begin anew with --restart --force: all is then asked again",
    "two_weights": "a person decides which weight counts: revise the snapshot to it, or supersede the event with it",
    "log": "docs/weekly.md has the keys of an event log",
}
"""
The next step where more is known than a code says.
"""

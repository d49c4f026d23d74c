// Made from the OpenAPI document by `npm run types`. Do not change it by hand.

export interface paths {
    "/api/systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Systems
         * @description The rule systems with their shipped encounters.
         */
        get: operations["systems_api_systems_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create
         * @description Open a table. The browser that asks is entered at once: as the GM, or with `alone` as the one player.
         */
        post: operations["create_api_tables_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play
         * @description Play at once: one person with the whole party against the machine.
         */
        post: operations["play_api_play_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/enter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter
         * @description Exchange the secret of a link for a cookie.
         */
        post: operations["enter_api_enter_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description The process runs.
         */
        get: operations["health_health_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready
         * @description The database answers.
         */
        get: operations["ready_ready_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics
         * @description Figures for Prometheus; from this machine, unless the server is told otherwise.
         */
        get: operations["metrics_metrics_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Info
         * @description The table as whoever asks may know it.
         */
        get: operations["info_api_tables__t__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View
         * @description The fight as this seat may see it; the GM may look through another seat's eyes (`as`).
         */
        get: operations["view_api_tables__t__view_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Command
         * @description Carry out a command of this seat. The answer comes when it is durable.
         */
        post: operations["command_api_tables__t__commands_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Settings
         * @description Change how the table plays.
         */
        patch: operations["settings_api_tables__t__settings_patch"];
        trace?: never;
    };
    "/api/tables/{t}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * New Seat
         * @description A further seat, with its link.
         */
        post: operations["new_seat_api_tables__t__seats_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/seats/{seat}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew
         * @description A new link for a seat; the old one and whoever came by it are out.
         */
        post: operations["renew_api_tables__t__seats__seat__renew_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Drop Seat
         * @description Take a seat away; its sockets close at once.
         */
        delete: operations["drop_seat_api_tables__t__seats__seat__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave
         * @description Forget this browser's cookie of the table; whoever has a copy of it is out as well.
         */
        post: operations["leave_api_tables__t__leave_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start
         * @description Start a job. Ask for it by its id.
         */
        post: operations["start_api_lab_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/{job}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Job
         * @description How far a job is, and its result when it is done.
         */
        get: operations["job_api_lab__job__get"];
        put?: never;
        post?: never;
        /**
         * Cancel
         * @description Cancel a job.
         */
        delete: operations["cancel_api_lab__job__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab/{job}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Watch
         * @description The record of one fight of a forecast, to be replayed.
         */
        post: operations["watch_api_lab__job__watch_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/odds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Odds
         * @description The odds of options at an open question of this seat's, as the seat may know them.
         */
        post: operations["odds_api_tables__t__odds_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encounters/{system}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Encounter
         * @description A shipped encounter as data, with every stat block written out.
         */
        get: operations["encounter_api_encounters__system___name__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check
         * @description What is wrong with an encounter, with its place in the file; of a table's fight, what can be varied from here (for the GM).
         */
        post: operations["check_api_check_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/encounters/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export
         * @description An encounter as the text of a YAML file.
         */
        post: operations["export_api_encounters_export_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/systems/{system}/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Forms
         * @description The JSON Schemas of a system's encounters and stat blocks: what a form for them is made from.
         */
        get: operations["forms_api_systems__system__forms_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/systems/{system}/combatants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Combatants
         * @description The stat blocks that a system ships, by name.
         */
        get: operations["combatants_api_systems__system__combatants_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/bestiary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bestiary
         * @description Stat blocks out of bestiary pages (escalation): the blocks by id, and what was not understood.
         */
        post: operations["bestiary_api_import_bestiary_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay
         * @description Open a record for looking.
         */
        post: operations["replay_api_replay_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/replay/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replay View
         * @description The fight of a record as it stood after `at` entries.
         */
        get: operations["replay_view_api_replay__id__view_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fair
         * @description Are the dice of a record those of its seed?
         */
        post: operations["fair_api_fair_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{system}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules
         * @description The rules reference of a system, clause by clause.
         */
        get: operations["rules_api_rules__system__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{system}/{clause}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rule */
        get: operations["rule_api_rules__system___clause__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/fights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Next Fight
         * @description The table's next fight: the same people, as the last fight left them.
         */
        post: operations["next_fight_api_tables__t__fights_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/fights/{fight}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record
         * @description The record of a fight: for the GM, and for everybody at the table once it is over.
         */
        get: operations["record_api_tables__t__fights__fight__record_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork
         * @description A new table that has come the same way so far, with new links.
         */
        post: operations["fork_api_tables__t__fork_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export
         * @description The whole table as one file: every fight with everything that was done.
         */
        get: operations["export_api_tables__t__export_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import Table
         * @description A table again from its file, with new links. Whoever brings it is its GM.
         */
        post: operations["import_table_api_import_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{t}/seats/{seat}/units": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand Over
         * @description Let this seat run these combatants from now on.
         */
        post: operations["hand_over_api_tables__t__seats__seat__units_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AskOdds */
        AskOdds: {
            /** Question */
            question: string;
            /**
             * Options
             * @description which options; left out: all that lead to dice
             */
            options?: string[] | null;
            /**
             * Budget Ms
             * @default 1000
             */
            budget_ms: number;
            /**
             * Assume
             * @description what to take for granted, by the ids of the assumptions
             */
            assume?: {
                [key: string]: boolean;
            } | null;
            /**
             * After
             * @description options taken first: a square. Without options: the odds of every attack that opens
             */
            after?: string[] | null;
        };
        /** CheckFile */
        CheckFile: {
            /**
             * Encounter
             * @description the text of a file, or its data
             */
            encounter: string | {
                [key: string]: unknown;
            };
        };
        /**
         * CheckStart
         * @description What is to be checked: a file, or a table's fight as it stands.
         */
        CheckStart: {
            /**
             * Encounter
             * @description the text of a file, or its data
             */
            encounter?: string | {
                [key: string]: unknown;
            } | null;
            /** Table */
            table?: string | null;
        };
        /**
         * Command
         * @description One command of a seat, on the version that it was made on, with a key of the client's own.
         */
        Command: {
            /**
             * Key
             * @description repeated with the same key, a command is not carried out twice
             * @example 5f0c
             */
            key: string;
            /** Version */
            version: number;
            /**
             * Command
             * @example {
             *       "do": "answer",
             *       "option": "wait",
             *       "question": "turn:vail#1"
             *     }
             */
            command: {
                [key: string]: unknown;
            };
        };
        /**
         * Enter
         * @description The secret of a link, exchanged for a cookie.
         */
        Enter: {
            /**
             * Token
             * @example kq5l3m...
             */
            token: string;
        };
        /**
         * LabJob
         * @description What the lab is to work out, of an encounter, a table's fight as it stands, or a record.
         */
        LabJob: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "forecast" | "compare" | "sweep" | "tune" | "rank" | "review" | "what_if";
            /** Encounter */
            encounter?: string | {
                [key: string]: unknown;
            } | null;
            /**
             * Encounters
             * @description of compare: several
             */
            encounters?: (string | {
                [key: string]: unknown;
            })[] | null;
            /** Names */
            names?: string[] | null;
            /** Table */
            table?: string | null;
            /** Record */
            record?: {
                [key: string]: unknown;
            } | null;
            /**
             * Fights
             * @default 2000
             */
            fights: number;
            /**
             * Seed
             * @default 1
             */
            seed: string | number;
            /** Tactics */
            tactics?: string | {
                [key: string]: string;
            } | (string | {
                [key: string]: string;
            })[] | null;
            /** Within */
            within?: number | null;
            /**
             * Band
             * @description of a forecast: also with other tactics, to show what hangs on them
             */
            band?: boolean | null;
            /** Changes */
            changes?: string[] | null;
            /** Wins */
            wins?: number | null;
            /** Measure */
            measure?: string | null;
            /** Target */
            target?: number | null;
            /** Who */
            who?: string | null;
            /**
             * At
             * @description of what_if: the entry of the record that is changed
             */
            at?: number | null;
            /**
             * Option
             * @description of what_if: chosen instead
             */
            option?: string | null;
            /**
             * Faces
             * @description of what_if
             */
            faces?: number[] | null;
        };
        /** NewFight */
        NewFight: {
            /**
             * Encounter
             * @example riposte/cellar
             */
            encounter: string | {
                [key: string]: unknown;
            };
            /**
             * After
             * @description the fight that it follows; refused where another is played by now
             */
            after?: number | null;
        };
        /** NewSeat */
        NewSeat: {
            /** Seat */
            seat: string;
            /**
             * Role
             * @default player
             * @enum {string}
             */
            role: "player" | "spectator" | "screen";
            /** Units */
            units?: string[];
        };
        /**
         * NewTable
         * @description What a new table begins with.
         */
        NewTable: {
            /**
             * Encounter
             * @description a shipped encounter's name, or encounter data
             * @example riposte/ferry
             */
            encounter: string | {
                [key: string]: unknown;
            };
            /**
             * Name
             * @default
             */
            name: string;
            /**
             * Alone
             * @description one person plays the party against the machine
             * @default false
             */
            alone: boolean;
            /**
             * Seats
             * @description players' names; left out: a seat for each of the party
             */
            seats?: string[] | null;
            /** @default {} */
            settings: components["schemas"]["Settings"];
            /**
             * Gm
             * @description who runs the GM's side: person, or a tactic
             * @default person
             */
            gm: string;
            /**
             * Seed
             * @default
             */
            seed: string;
        };
        /** OfRecord */
        OfRecord: {
            /** Record */
            record: {
                [key: string]: unknown;
            };
        };
        /** PlayNow */
        PlayNow: {
            /**
             * Encounter
             * @example riposte/ferry
             */
            encounter?: string | {
                [key: string]: unknown;
            } | null;
        };
        /** Renew */
        Renew: {
            /**
             * Hours
             * @description how long the new link is good
             * @default 72
             */
            hours: number;
        };
        /**
         * Settings
         * @description How a table plays; what is left out stays as it is.
         */
        Settings: {
            /** Level */
            level?: ("board" | "assist" | "enforce") | null;
            /** Dice */
            dice?: ("server" | "typed") | null;
            /** Knowledge */
            knowledge?: ("open" | "learned" | "hidden") | null;
            /** Undo */
            undo?: ("gm" | "own" | "anyone" | "propose") | null;
            /**
             * Seconds
             * @description time limit for a decision; 0 for none
             */
            seconds?: number | null;
            /** Hold */
            hold?: boolean | null;
            /** Declarations */
            declarations?: ("open" | "secret") | null;
        };
        /** Text */
        Text: {
            /** Text */
            text: string;
        };
        /** Units */
        Units: {
            /** Units */
            units: string[];
        };
        /** WatchFight */
        WatchFight: {
            /** Fight */
            fight: number;
        };
        /** SystemInfo */
        SystemInfo: {
            name: string;
            title: string;
            sentence: string;
            board: string;
            steps: components["schemas"]["Step"][];
            words: components["schemas"]["Word"][];
            encounters: components["schemas"]["EncounterInfo"][];
            tactics: string[];
            switches: components["schemas"]["Switch"][];
        };
        /** Step */
        Step: {
            title: string;
            text: string;
        };
        /** Word */
        Word: {
            word: string;
            text: string;
            clause: string;
        };
        /** EncounterInfo */
        EncounterInfo: {
            id: string;
            name: string;
            summary: string;
            party: number;
            foes: number;
            budget: string;
            board: string;
            difficulty?: components["schemas"]["Difficulty"];
        };
        /** Difficulty */
        Difficulty: {
            word: string;
            win: number[];
            falls: number[];
        };
        /**
         * Switch
         * @description One of a system's house rules.
         */
        Switch: {
            name: string;
            label: string;
            doc: string;
            clause: string;
            /** @description Pairs of a value and what it means. */
            choices: string[][];
            default: string;
        };
        /**
         * Opened
         * @description A new table.
         */
        Opened: {
            table: string;
            /** @description The seat of whoever opened it. */
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
            links: components["schemas"]["Link"][];
            gm: components["schemas"]["Link"] | null;
        };
        /**
         * Link
         * @description How a seat is reached. The secret stands behind the #, which no browser sends to a server.
         */
        Link: {
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
            url: string;
            /** @description The link as a picture: SVG. */
            qr: string;
        };
        /**
         * Entered
         * @example {
         *       "table": "k3v0d8a1zq7m",
         *       "seat": "Ann",
         *       "role": "player"
         *     }
         */
        Entered: {
            table: string;
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
        };
        /**
         * TableInfo
         * @description A table as a seat may know it.
         */
        TableInfo: {
            table: string;
            name: string;
            system: string;
            seats: components["schemas"]["SeatInfo"][];
            settings: components["schemas"]["TableSettings"];
            fights: components["schemas"]["FightInfo"][];
            /** @description Which of them is being played. */
            fight: number;
            alone: boolean;
            /** @description Whether it began as a second fight from the middle of another table's. */
            forked: boolean;
            you: components["schemas"]["You"];
            rulings?: components["schemas"]["RulingForm"][];
            lan?: string;
        };
        /**
         * SeatInfo
         * @description A seat, and whether somebody is there.
         */
        SeatInfo: {
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
            present: boolean;
            /** @description Whom a player runs, as far as everybody may know of them. */
            units: string[];
            left_seconds?: number;
            /** @description The tactic that plays it. */
            auto?: string;
        };
        /**
         * TableSettings
         * @description How this table plays.
         */
        TableSettings: {
            /** @enum {unknown} */
            level: "board" | "assist" | "enforce";
            /** @enum {unknown} */
            dice: "server" | "typed";
            /** @enum {unknown} */
            knowledge: "open" | "learned" | "hidden";
            /** @enum {unknown} */
            undo: "gm" | "own" | "anyone" | "propose";
            /** @description Time limit for a decision; 0 for none. Then the tactic answers. */
            seconds?: number;
            hold: boolean;
            /**
             * @description Whether players hear what others of their side have declared before all is revealed.
             * @enum {unknown}
             */
            declarations: "open" | "secret";
            /** @description The players' seats, by name. */
            seats?: string[];
            /** @description Who may answer for units and questions that belong to "players"; empty: every seat. */
            speakers?: string[];
            /** @description Those who look and do nothing, by name. */
            watchers?: string[];
        };
        /** FightInfo */
        FightInfo: {
            id: number;
            name: string;
            /** @enum {unknown} */
            state: "running" | "over";
            result: string;
            /** @description The version of the rules it was begun with. */
            rules: string;
            /** @description Said where the rules have changed since. */
            note: string;
        };
        /** You */
        You: {
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
        };
        /**
         * RulingForm
         * @description One of the GM's commands.
         */
        RulingForm: {
            name: string;
            label: string;
            doc: string;
            /** @enum {unknown} */
            group: "figures" | "conditions" | "places" | "people" | "dice" | "results" | "fight" | "other";
            fields: components["schemas"]["Field"][];
        };
        /**
         * Field
         * @description One thing to fill in.
         */
        Field: {
            name: string;
            label: string;
            /** @enum {unknown} */
            kind: "int" | "bool" | "text" | "choice" | "unit" | "units" | "square" | "place" | "side" | "seat" | "dice" | "stat" | "condition" | "data";
            doc: string;
            required: boolean;
            low?: number;
            high?: number;
            /** @description Pairs of a value and its words. */
            choices?: string[][];
            default?: string | number | boolean;
        };
        /**
         * View
         * @description The fight as one seat may see it: all a screen needs.
         */
        View: {
            system: string;
            /** @description The encounter's. */
            name: string;
            seat: string;
            /** @enum {unknown} */
            role: "gm" | "player" | "spectator" | "screen";
            version: number;
            round: number;
            heading: string;
            bar: components["schemas"]["Bar"];
            board: components["schemas"]["GridBoard"] | components["schemas"]["PlacesBoard"];
            notices: components["schemas"]["Notice"][];
            units: components["schemas"]["UnitView"][];
            questions: components["schemas"]["QuestionView"][];
            log: components["schemas"]["EventView"][];
            outcome?: components["schemas"]["OutcomeView"];
            fairness: components["schemas"]["Fairness"];
            can_undo: boolean;
            can_redo: boolean;
            /** @description For the GM. */
            history?: components["schemas"]["HistoryNode"][];
            doubts: string[];
            /** @description At a table: numbers of the events that no longer hold. */
            taken_back?: number[];
            /** @description At a table: how it plays. */
            settings?: components["schemas"]["TableSettings"];
            /** @description At a table: what players ask to take back; the GM's, and each player's own. */
            proposals?: components["schemas"]["ProposalView"][];
        };
        /**
         * Bar
         * @description The order, phase or stage bar.
         */
        Bar: {
            /** @enum {unknown} */
            kind: "order" | "phases" | "stages" | "together";
            rows: components["schemas"]["BarRow"][];
            counters: components["schemas"]["Counter"][];
        };
        /**
         * BarRow
         * @description One place in the order, or one phase or stage of the round.
         */
        BarRow: {
            /** @description The unit's id, or the phase's name. */
            id: string;
            label: string;
            unit?: string;
            /** @description Who acts in this phase or stage. */
            units?: string[];
            /** @description Its initiative, as far as this seat may know. */
            count?: string;
            /** @enum {unknown} */
            state: "done" | "now" | "next" | "waiting" | "skipped";
            /** @description What ends when this place is reached: "Dazed (Vessa)". */
            ends: string[];
        };
        /**
         * Counter
         * @description A figure of the whole fight: the escalation die, the challenge score, a clock, a timer of the encounter.
         */
        Counter: {
            id: string;
            name: string;
            value: number;
            most?: number;
            does: string;
        };
        /**
         * GridBoard
         * @description A square grid.
         */
        GridBoard: {
            /** @enum {unknown} */
            kind: "grid";
            width: number;
            height: number;
            /** @description What a square is called in distances: "square", "5 feet". */
            unit: string;
            terrains: components["schemas"]["Terrain"][];
            /** @description Row by row, for each square the place of its kind in `terrains`. */
            ground: number[][];
            marks: components["schemas"]["Mark"][];
            stands: components["schemas"]["Stand"][];
        };
        /**
         * Terrain
         * @description One kind of ground on a grid.
         */
        Terrain: {
            id: string;
            name: string;
            /** @description What it does, in words: "2 to enter, +10 Dodge". Empty for plain ground. */
            does: string;
            /** @description What a step onto it costs, in the grid's own unit of movement; 0 where nobody can enter. */
            cost: number;
            /** @enum {unknown} */
            blocks: "nothing" | "move" | "sight" | "all";
            /**
             * @description How to draw it: one of a few looks that every screen knows.
             * @enum {unknown}
             */
            look: "plain" | "rough" | "cover" | "water" | "wall" | "hazard" | "object" | "exit";
            /** @description One character for terminals. */
            letter: string;
        };
        /**
         * Mark
         * @description Something on the board that is neither ground nor a combatant: an object, an exit, a zone of fire, a lasting area.
         */
        Mark: {
            id: string;
            name: string;
            does: string;
            squares?: number[][];
            /** @description The id of the place, on boards without squares. */
            place?: string;
            /** @enum {unknown} */
            look: "object" | "exit" | "hazard" | "area" | "goal";
        };
        /**
         * Stand
         * @description Where a unit stands on a grid.
         */
        Stand: {
            id: string;
            at: number[];
            /** @description How many squares wide and high it is. */
            size: number;
            /** @description It lies on the ground: drawn under whoever stands there. */
            under: boolean;
        };
        /**
         * PlacesBoard
         * @description Zones with who is in them; with `groups` and `behind` where the book thinks in engagements.
         */
        PlacesBoard: {
            /** @enum {unknown} */
            kind: "zones" | "groups";
            places: components["schemas"]["Place"][];
            ways: components["schemas"]["Way"][];
            /** @description Pairs of units engaged with each other; a line is drawn between them. */
            engaged: string[][];
            marks: components["schemas"]["Mark"][];
            /** @description On maps in feet: where each unit stands, x and y. */
            points?: {
                [key: string]: number[];
            };
            /** @description On maps in feet: how wide and high the map is; absent where it has no end. */
            size?: number[];
        };
        /**
         * Place
         * @description A zone: somewhere to be, without squares inside.
         */
        Place: {
            id: string;
            name: string;
            note: string;
            /** @description Everybody here, in the order of the round. */
            units: string[];
            /** @description Who is engaged with whom (escalation): each a huddle; the others of `units` are free. */
            groups: string[][];
            /** @description Pairs of who shelters behind whom. */
            behind: string[][];
            /** @description Where an author put it on the map, if anywhere: x and y from 0 to 1. */
            at?: number[];
        };
        /**
         * Way
         * @description A link between two places.
         */
        Way: {
            between: string[];
            /** @description What it takes to use it ("16 to cross"); empty where it is open. */
            label: string;
            barred: boolean;
        };
        /**
         * Notice
         * @description What everybody may know about the fight as a whole.
         */
        Notice: {
            /** @enum {unknown} */
            kind: "goal" | "task" | "rule";
            label: string;
            text: string;
            done: boolean;
            value?: number;
            most?: number;
        };
        /**
         * UnitView
         * @description A combatant as this seat may know it.
         */
        UnitView: {
            id: string;
            name: string;
            /** @description Two letters or a letter and a digit for the token, different for everybody in the fight. */
            initials: string;
            side: string;
            /**
             * @description How it stands to this seat: colour and shape.
             * @enum {unknown}
             */
            stance: "party" | "foe" | "other";
            /** @description What it is, in a few words: "level 3 troop". */
            kind: string;
            yours: boolean;
            /**
             * @description gone: left or escaped.
             * @enum {unknown}
             */
            state: "up" | "down" | "dead" | "gone";
            /** @description One word for those who may not know the figures: "unhurt", "hurt", "badly hurt", "down". */
            health: string;
            /** @description How much is left, 0 to 1, where this seat may know. */
            part?: number;
            /** @description One short phrase: "staggered, burning"; empty for nothing. */
            status: string;
            vitals: components["schemas"]["Vital"][];
            tracks: components["schemas"]["Track"][];
            conditions: components["schemas"]["Condition"][];
            abilities: components["schemas"]["Ability"][];
            figures: components["schemas"]["Figure"][];
            /** @description What was found out of secret figures so far: ["Ward", "14 to 18"]. */
            learned: string[][];
            where: string;
            /** @description What it has announced (clash). */
            intent?: string;
            /** @description At whom, as announced. */
            intends?: string[];
            /** @description To which place, as announced. */
            bound?: string;
            /** @description For the GM: what it truly intends. */
            truly?: string;
            /** @description Who plays it: a seat; the GM and the seats of its own side are told. */
            controller?: string;
            /** @description The tactic that plays it, if one does; told like `controller`. */
            auto?: string;
            /** @description For the GM: others do not know of it. */
            hidden?: boolean;
            acted?: boolean;
            picture?: string;
        };
        /**
         * Vital
         * @description A pair that people watch: "hp 12 of 31".
         */
        Vital: {
            id: string;
            label: string;
            value: number;
            most?: number;
            /** @enum {unknown} */
            look: "bar" | "boxes" | "pips";
            /** @description True where more is worse (stress, failed saves). */
            harm: boolean;
            /** @description For the GM: the stat that the ruling "set" changes. */
            set?: string;
        };
        /**
         * Track
         * @description A ladder of marks, the lightest first.
         */
        Track: {
            id: string;
            label: string;
            rungs: components["schemas"]["Rung"][];
        };
        /**
         * Rung
         * @description One rung of a track of marks (toughness).
         */
        Rung: {
            name: string;
            marks: number;
            does: string;
            clears: string;
        };
        /**
         * Condition
         * @description A state, a wound, a boon, a lasting effect.
         */
        Condition: {
            id: string;
            name: string;
            does: string;
            /** @enum {unknown} */
            kind: "bad" | "good" | "neutral";
            /** @description How severe, where it has degrees. */
            level?: number;
            /** @description From whom or what. */
            source?: string;
            /** @description When it began: "round 2", "the start" where it was brought along. */
            since?: string;
            /** @description When it ends, in words: "end of Vessa's next turn", "save ends (11+)". */
            ends?: string;
            /** @description The id of the row of the bar where it ends. */
            ends_at?: string;
            /** @description One of a small set that screens know (see `ICONS`); "dot" where none fits. */
            icon: string;
            clause?: string;
        };
        /**
         * Ability
         * @description What a unit can use: an attack, a power, a trait, a carried thing.
         */
        Ability: {
            id: string;
            name: string;
            /** @enum {unknown} */
            kind: "attack" | "power" | "reaction" | "trait" | "item";
            does: string;
            /** @description The action or price it takes; empty for none. */
            cost: string;
            left?: number;
            most?: number;
            /** @description Pairs for the sheet: ["hit", "+7 against AC"]. */
            figures: string[][];
        };
        /**
         * Figure
         * @description A figure of the sheet.
         */
        Figure: {
            id: string;
            label: string;
            value: string | number | boolean;
            doc: string;
            /** @description Figures of one group stand together; "" for those in the first line of the sheet. */
            group: string;
            /** @description For the GM: the stat that the ruling "set" changes. */
            set?: string;
        };
        /**
         * QuestionView
         * @description An open question: whole for whoever answers it; for others only who is asked.
         */
        QuestionView: {
            id: string;
            yours: boolean;
            /** @description The seats that may answer. */
            asked: string[];
            who?: string;
            about?: string;
            title?: string;
            /** @enum {unknown} */
            kind: "turn" | "reaction" | "declaration" | "setup" | "dice" | "held" | "choice";
            options: components["schemas"]["OptionView"][];
            closed: components["schemas"]["ClosedView"][];
            stakes: components["schemas"]["Stake"][];
            /** @description In a declaration: whether this one is in; it may still be changed. Of the GM's, the GM alone hears it. */
            declared?: boolean;
            /** @description The option picked so far. */
            picked?: string;
            /** @description For a seat that is not asked and may hear it: what is picked so far, in words. */
            said?: string;
            dice?: components["schemas"]["DiceView"];
            held?: components["schemas"]["HeldView"];
            /** @description Standing orders that fit here: "always", "never", "ask"; empty where none can be given. */
            orders: string[];
            /** @description Squares that can be reached and struck from here, for painting: [x, y, 1 to move / 2 to strike]. Where squares are no options of this question, two more figures are the square before it on the way, so that the path can be drawn; 0 is only passed. */
            reach?: number[][];
            /** @description Out of turn: whose act it answers, then whom that is aimed at, where it is aimed at somebody. */
            between?: string[];
            /** @description The GM may bluff here: answer with the id of what is truly done, this text, and the id of what it shall seem to be. */
            seems?: string;
            /** @description The GM may take what the rules would not allow. */
            mayinsist?: boolean;
        };
        /**
         * OptionView
         * @description One thing that may be chosen.
         *
         *     Screens show one line per `row`: options of the same row are ways of doing the same thing to the same target, told apart by `ways`.
         *     Squares (`kind` "square") are no rows: the map is the list.
         */
        OptionView: {
            id: string;
            /** @description The whole of it in words: "Strike Vail with the lance from 3,4". */
            label: string;
            /**
             * @description pass: ends the turn, does nothing, lets it be.
             * @enum {unknown}
             */
            kind: "act" | "square" | "place" | "pass";
            /** @description What is done, one or two words: "Strike", "Move", "Recover". */
            verb: string;
            /** @description A heading for folding: "attack", "power", "move", "aid", "ready", "gear", "turn", "other". */
            group: string;
            /** @description The same for all ways of one act and target. */
            row: string;
            /** @description The words of that line: "Strike Vail". */
            row_label: string;
            /** @description What tells it apart from the others of its row, in pairs of choice and value: [["weapon", "lance"], ["mode", "all out"]]. */
            ways: string[][];
            /** @description Rows come in the order of their lowest rank; the way with the lowest rank is the one set first. */
            rank: number;
            /** @description Empty: shown; else the name of the fold it waits in ("Ready", "Out of the ordinary"). */
            fold: string;
            targets: string[];
            /** @description Everybody in its area or path who is touched, friends too. */
            caught: string[];
            /** @description Where it ends, or where its area is centred. */
            square?: number[];
            path?: number[][];
            area?: number[][];
            /** @description The place it leads to, on boards without squares. */
            place?: string;
            costs: components["schemas"]["Cost"][];
            warnings: components["schemas"]["Warning"][];
            stakes: components["schemas"]["Stake"][];
            /** @description Dice follow at once: its odds are worth asking for. */
            dice: boolean;
            /**
             * @description The standing order that would take this option.
             * @enum {unknown}
             */
            standing?: "always" | "never";
        };
        /**
         * Cost
         * @description What an option costs: ["Stress", 5], ["move", 15].
         */
        Cost: {
            label: string;
            amount?: number;
        };
        /**
         * Warning
         * @description What one should know before taking it.
         */
        Warning: {
            /**
             * @description strike: draws an attack; friend: a friend is in it; strain: it harms oneself; drop: it may put oneself down; lost: something is given up.
             * @enum {unknown}
             */
            kind: "strike" | "friend" | "strain" | "drop" | "lost" | "other";
            text: string;
            who?: string[];
        };
        /**
         * Stake
         * @description What is at stake at a question after the dice, in figures: "18 of 14 hit points: this drops you".
         */
        Stake: {
            text: string;
            /** @enum {unknown} */
            kind: "good" | "bad" | "neutral";
            /** @description What this answer leaves of whoever is asked, and of how many: [12, 40]. */
            leaves?: number[];
        };
        /**
         * ClosedView
         * @description What people would look for and may not choose now.
         */
        ClosedView: {
            label: string;
            why: string;
            targets: string[];
        };
        /**
         * DiceView
         * @description Dice to be typed in.
         */
        DiceView: {
            /** @description As the book writes them: "3d8". */
            name: string;
            /** @description For each die how many sides it has, pool by pool; a pool that explodes takes more faces, directly behind its own. */
            sides: number[];
            /** @description The lowest face: 0 for a percentile die that reads 0 to 99. */
            low: number;
            /** @description More faces may follow (exploding dice). */
            more: boolean;
            /** @description What it is rolled for. */
            what: string;
        };
        /**
         * HeldView
         * @description A result that waits for the GM's nod.
         */
        HeldView: {
            what: string;
            /** @description The result held, in pairs: ["Slag hound 1 against Vessa", "hit, 10 damage"]. For the GM alone. */
            rows: string[][];
            /** @description What was thrown for it since the last answer. */
            dice: components["schemas"]["HeldDice"][];
        };
        /**
         * HeldDice
         * @description Dice behind a result that is held: `amend` with this `entry` and other `faces` changes them, and the result is held again.
         */
        HeldDice: {
            entry: number;
            /** @description Whose they are and what for: "Slag hound 1: attack". */
            what: string;
            /** @description As the book writes them: "3d8". */
            name: string;
            faces: number[];
        };
        /**
         * EventView
         * @description Something that happened, as this seat is told it.
         */
        EventView: {
            /** @description Counted over what this seat was told, without gaps; never used again. */
            number: number;
            round: number;
            kind: string;
            text: string;
            who: string[];
            terms: components["schemas"]["Term"][];
            /** @description What the sum of the terms was compared with. */
            against?: components["schemas"]["Term"];
            /** @description What that is made of. */
            against_terms?: components["schemas"]["Term"][];
            /** @description The dice of the damage it dealt, where the terms are those of two scores compared. */
            damage?: components["schemas"]["Term"][];
            /** @description What came of it in a word or two: "hit", "critical hit", "saved". */
            verdict?: string;
            clause?: string;
            /** @description The number of the event it is a consequence of: screens group by it. */
            cause?: number;
            /** @description For the GM: the entry of the record that a change of this die or answer amends. */
            entry?: number;
            taken_back?: boolean;
            /** @description Numbers of earlier events that no longer hold because of this one. */
            takes_back?: number[];
            /** @description For the GM: who else was told, where not everybody was. */
            audience?: string;
        };
        /**
         * Term
         * @description One term of the arithmetic of an event.
         */
        Term: {
            label: string;
            value: number | string;
            /** @description Where it is a roll: what the dice showed. */
            faces?: number[];
        };
        /**
         * OutcomeView
         * @description How it ended and why, with its story in figures.
         */
        OutcomeView: {
            result: string;
            winner: string;
            why: string;
            /** @description Whether this seat's side won; absent for seats of no side, and where nobody won. */
            won?: boolean;
            rounds: number;
            story: components["schemas"]["UnitStory"][];
            /** @description Numbers of the events that turned it: falls, kills, criticals. */
            moments: number[];
        };
        /**
         * UnitStory
         * @description What one combatant did in a fight.
         */
        UnitStory: {
            id: string;
            /** @description Pairs in the words of the book: ["damage dealt", "41"], ["hits", "5 of 8"]. */
            rows: string[][];
        };
        /**
         * Fairness
         * @description How anybody can check the dice.
         */
        Fairness: {
            algorithm: string;
            commitment: string;
            /** @description Shown once the fight is over. */
            seed?: string;
            salt?: string;
        };
        /**
         * HistoryNode
         * @description One thing that was done, for the undo tree.
         */
        HistoryNode: {
            entry: number;
            /** @description The entry before it; -1 for the first. */
            parent: number;
            label: string;
            by: string;
            round: number;
            /** @description Part of what counts now; else taken back and still to be had by redo, or by redo of its `branch`. */
            live: boolean;
            /** @description Of what was taken back and then done otherwise: which branch it is of. `parent` is where the whole branch grew from. */
            branch?: number;
            event?: number;
        };
        /**
         * ProposalView
         * @description A player's wish to take something back, which waits for the GM.
         */
        ProposalView: {
            proposal: number;
            seat: string;
        };
        /**
         * Receipt
         * @description What became of a command that was accepted; it is durable when this comes.
         * @example {
         *       "version": 1794807183809002,
         *       "events": [
         *         14,
         *         15
         *       ],
         *       "said": "",
         *       "repeated": false
         *     }
         */
        Receipt: {
            /** @description The seat's number now. */
            version: number;
            /** @description The numbers, as the seat counts them, of the log lines it led to. */
            events: number[];
            said: string;
            /** @description The key was used before: nothing was done now. */
            repeated: boolean;
            fork?: {
                [key: string]: unknown;
            };
        };
        /** Changed */
        Changed: {
            settings: components["schemas"]["TableSettings"];
        };
        /**
         * Done
         * @example {
         *       "ok": true
         *     }
         */
        Done: {
            ok: boolean;
            why?: string;
        };
        /** OddsAnswer */
        OddsAnswer: {
            odds: {
                [key: string]: components["schemas"]["OddsData"];
            };
            /** @description Options that the budget did not reach. */
            left_out: string[];
        };
        /**
         * OddsData
         * @description The odds of one option, as one seat may know them.
         */
        OddsData: {
            /** @description Every way the dice can fall was counted. False: sampled, or nothing can be said (see `note`). */
            exact: boolean;
            /** @description How many samples stand behind it, where it is not exact. */
            sampled?: number;
            /** @description The one chance for the button; None where there is none worth showing. */
            headline: components["schemas"]["ChanceData"] | null;
            chances: components["schemas"]["ChanceData"][];
            bar: components["schemas"]["BarPart"][];
            fates: components["schemas"]["FateData"][];
            back: components["schemas"]["BackData"][];
            figures: components["schemas"]["FigureData"][];
            assumed: components["schemas"]["AssumedData"][];
            /** @description What this seat does not know and the odds hang on, in words: "its Ward: 14 to 18 so far". */
            unknown: string[];
            /** @description The share of unlikely results that was left out, at most. */
            cut: number;
            /** @description How it was worked out where that matters, or why there are no figures. */
            note: string;
            /** @description Of an option that opens only once another is taken (asked for with `after`): its words. */
            label?: string;
            /** @description Of such an option: whom it is aimed at. */
            targets?: string[];
        };
        /**
         * ChanceData
         * @description How likely something is: exactly (`low` equals `high`), or between two bounds.
         */
        ChanceData: {
            /** @description A word for a button: "hit", "drop", "success". */
            label: string;
            low: number;
            high: number;
            /** @description Where it was sampled: half the width of the 95 % interval around `low` and `high`. */
            plus_minus?: number;
        };
        /**
         * BarPart
         * @description One part of the bar that shows all results together; the shares add up to 1.
         */
        BarPart: {
            label: string;
            share: number;
            /** @enum {unknown} */
            kind: "best" | "good" | "none" | "bad" | "unknown";
        };
        /**
         * FateData
         * @description What may become of one unit (or task, or object), likeliest first.
         */
        FateData: {
            /** @description The unit's id; "" where it is no unit. */
            who: string;
            name: string;
            outcomes: components["schemas"]["FateShare"][];
        };
        /**
         * FateShare
         * @description One thing that may become of it, and how likely.
         */
        FateShare: {
            /** @description What becomes of it: "12 of 31 hp", "Dying". */
            text: string;
            share: number;
        };
        /**
         * BackData
         * @description What comes back to whoever acts: the riposte, the free strike, the price of straining.
         */
        BackData: {
            /** @description "you lose 14 hp" */
            label: string;
            /** @description How likely; of a range its upper end. */
            share: number;
            /** @description Where it is a range: its lower end. */
            low?: number;
        };
        /**
         * FigureData
         * @description What the rule book itself wants shown before an option is taken, of one party.
         */
        FigureData: {
            who: string;
            /** @description Pairs of a label and a figure: ["hit", "62 %"], ["strikes", "2"]. */
            rows: string[][];
        };
        /**
         * AssumedData
         * @description Something that the odds take for granted and whoever asks can switch: a push, a tending ally, a lent score.
         */
        AssumedData: {
            id: string;
            label: string;
            on: boolean;
        };
        /**
         * JobInfo
         * @example {
         *       "job": "h2Jq...",
         *       "kind": "forecast",
         *       "state": "running",
         *       "progress": 0.25
         *     }
         */
        JobInfo: {
            job: string;
            kind: string;
            /** @enum {unknown} */
            state: "running" | "done" | "failed" | "cancelled";
            progress: number;
            result?: {
                [key: string]: unknown;
            };
            error?: string;
        };
        /** Record */
        Record: {
            record: {
                [key: string]: unknown;
            };
        };
        /** Checked */
        Checked: {
            ok: boolean;
            problems: components["schemas"]["CheckProblem"][];
            summary: string;
            /** @description The encounter with every stat block written out. */
            data?: {
                [key: string]: unknown;
            };
            budget?: string;
            /** @description The fight as the GM would see it at its start. */
            view?: components["schemas"]["View"];
            /** @description By combatant, what of it can be varied in the lab: "hp", "weapons.Bronze Sword.might", with what it is now. */
            figures?: {
                [key: string]: {
                    [key: string]: number;
                };
            };
        };
        /** CheckProblem */
        CheckProblem: {
            path: (string | number)[];
            line: number;
            text: string;
        };
        /** Blocks */
        Blocks: {
            blocks: {
                [key: string]: unknown;
            };
            report: string;
            left: string[];
        };
        /** ReplayInfo */
        ReplayInfo: {
            replay: string;
            frames: number;
            rounds: components["schemas"]["RoundPlace"][];
            name: string;
            system: string;
            /** @description The version of the rules it was played by. */
            rules: string;
            /** @description The version of the rules that replay it. */
            now: string;
        };
        /** RoundPlace */
        RoundPlace: {
            round: number;
            frame: number;
        };
        /**
         * Fair
         * @example {
         *       "ok": true,
         *       "rolls": 41,
         *       "drawn": 41,
         *       "doubts": []
         *     }
         */
        Fair: {
            ok: boolean;
            rolls: number;
            drawn: number;
            doubts: string[];
        };
        /**
         * ClauseText
         * @description A clause of the rules reference.
         */
        ClauseText: {
            id: string;
            chapter: string;
            text: string;
        };
        /**
         * Error
         * @description Every refusal, over HTTP and over the socket.
         * @example {
         *       "error": {
         *         "kind": "stale",
         *         "text": "that question is not open any more; open for you now: q4."
         *       }
         *     }
         */
        Error: {
            error: components["schemas"]["ErrorBody"];
        };
        /** ErrorBody */
        ErrorBody: {
            /** @enum {unknown} */
            kind: "malformed" | "entry" | "not_yours" | "missing" | "stale" | "illegal" | "over" | "full" | "large" | "limited" | "busy" | "unavailable";
            /** @description A sentence for people: what was wrong, and what would be right. */
            text: string;
        };
        /**
         * HelloFrame
         * @description Client: send me what I lack. `since` is the number of the last view or changes I have.
         * @example {
         *       "type": "hello",
         *       "since": null
         *     }
         */
        HelloFrame: {
            /** @enum {unknown} */
            type: "hello";
            since: number | null;
        };
        /**
         * CommandFrame
         * @description Client: carry this out. `id` is the key: sent again with the same id it is not carried out twice.
         * @example {
         *       "type": "command",
         *       "id": "5f0c",
         *       "version": 1794807183809001,
         *       "command": {
         *         "do": "answer",
         *         "question": "q3",
         *         "option": "engage:vail"
         *       }
         *     }
         */
        CommandFrame: {
            /** @enum {unknown} */
            type: "command";
            id: string;
            version: number;
            command: {
                [key: string]: unknown;
            };
        };
        /**
         * OddsFrame
         * @description Client: the odds of options (all that lead to dice, if none are named).
         */
        OddsFrame: {
            /** @enum {unknown} */
            type: "odds";
            id: string;
            question: string;
            options: string[] | null;
            assume?: {
                [key: string]: boolean;
            };
            /** @description Options that are taken first: a square, and then an attack from there. The odds are of the whole. Without `options`: of every attack that they open, each with its `label` and `targets`. */
            after?: string[];
        };
        /**
         * WatchFrame
         * @description Client (GM): tell me who is winning, now and after every change, or no longer.
         */
        WatchFrame: {
            /** @enum {unknown} */
            type: "winning";
            on: boolean;
        };
        /** PingFrame */
        PingFrame: {
            /** @enum {unknown} */
            type: "ping";
        };
        /** ViewFrame */
        ViewFrame: {
            /** @enum {unknown} */
            type: "view";
            view: components["schemas"]["View"];
        };
        /**
         * ChangesFrame
         * @description What is new. `changes.since` is the number of the frame before it; where that is not the one you have, say hello again.
         */
        ChangesFrame: {
            /** @enum {unknown} */
            type: "changes";
            changes: components["schemas"]["Changes"];
        };
        /**
         * Changes
         * @description What is new for a seat since the version it has.
         */
        Changes: {
            version: number;
            since: number;
            /** @description Take a whole view instead: it is too long ago, or too much changed. */
            whole: boolean;
            events: components["schemas"]["EventView"][];
            /** @description Numbers of events that no longer hold. */
            taken_back: number[];
            /** @description The parts of the view that differ, by their name in `View`, each whole; `units` holds only those that changed, and `history` only what stands in it from place `history_from` on: the nodes before stay as they were. */
            view: {
                [key: string]: unknown;
            };
            history_from?: number;
            /** @description Where many are asked at once: for each open question its place in the `questions` you have, where it stayed as it was, or -1: then it is the next of `view.questions`, which holds only those. */
            questions_from?: number[];
            /** @description Ids of units that this seat no longer knows of. */
            gone: string[];
        };
        /**
         * CurrentFrame
         * @description After hello: you have everything.
         */
        CurrentFrame: {
            /** @enum {unknown} */
            type: "current";
            version: number;
        };
        /** ReceiptFrame */
        ReceiptFrame: {
            /** @enum {unknown} */
            type: "receipt";
            id: string;
            receipt: components["schemas"]["Receipt"];
        };
        /** RefusedFrame */
        RefusedFrame: {
            /** @enum {unknown} */
            type: "refused";
            id: string | null;
            error: components["schemas"]["ErrorBody"];
        };
        /**
         * OddsAnswerFrame
         * @description Odds as they come; the last one has `done`.
         */
        OddsAnswerFrame: {
            /** @enum {unknown} */
            type: "odds";
            id: string;
            odds: {
                [key: string]: components["schemas"]["OddsData"];
            };
            done: boolean;
        };
        /** PresenceFrame */
        PresenceFrame: {
            /** @enum {unknown} */
            type: "presence";
            seats: components["schemas"]["SeatInfo"][];
        };
        /**
         * TimerFrame
         * @description Somebody has so many seconds left; to whoever is asked and to the GM.
         */
        TimerFrame: {
            /** @enum {unknown} */
            type: "timer";
            question: string;
            seat: string;
            left: number;
            of: number;
        };
        /**
         * WinningFrame
         * @description Who is winning from here; to the GM.
         */
        WinningFrame: {
            /** @enum {unknown} */
            type: "forecast";
            win: number;
            low: number;
            high: number;
            n: number;
            draw: number;
            loss: number;
        };
        /**
         * TableFrame
         * @description The table has another fight, or other settings: ask for it again.
         */
        TableFrame: {
            /** @enum {unknown} */
            type: "table";
        };
        /** PongFrame */
        PongFrame: {
            /** @enum {unknown} */
            type: "pong";
        };
        /**
         * ByeFrame
         * @description The last frame before the server closes the socket.
         */
        ByeFrame: {
            /** @enum {unknown} */
            type: "bye";
            why: string;
        };
        ClientFrame: components["schemas"]["HelloFrame"] | components["schemas"]["CommandFrame"] | components["schemas"]["OddsFrame"] | components["schemas"]["WatchFrame"] | components["schemas"]["PingFrame"];
        ServerFrame: components["schemas"]["ViewFrame"] | components["schemas"]["ChangesFrame"] | components["schemas"]["CurrentFrame"] | components["schemas"]["ReceiptFrame"] | components["schemas"]["RefusedFrame"] | components["schemas"]["OddsAnswerFrame"] | components["schemas"]["PresenceFrame"] | components["schemas"]["TimerFrame"] | components["schemas"]["WinningFrame"] | components["schemas"]["TableFrame"] | components["schemas"]["PongFrame"] | components["schemas"]["ByeFrame"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    systems_api_systems_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemInfo"][];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_api_tables_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encounter": "riposte/ferry",
                 *       "name": "Friday",
                 *       "seats": [
                 *         "Ann",
                 *         "Bob"
                 *       ],
                 *       "settings": {
                 *         "undo": "propose",
                 *         "seconds": 90
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewTable"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "table": "k3v0d8a1zq7m",
                     *       "seat": "gm",
                     *       "role": "gm",
                     *       "links": [
                     *         {
                     *           "seat": "Ann",
                     *           "role": "player",
                     *           "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *           "qr": "<svg ...></svg>"
                     *         }
                     *       ],
                     *       "gm": {
                     *         "seat": "gm",
                     *         "role": "gm",
                     *         "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *         "qr": "<svg ...></svg>"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    play_api_play_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encounter": "riposte/ferry"
                 *     }
                 */
                "application/json": components["schemas"]["PlayNow"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "table": "k3v0d8a1zq7m",
                     *       "seat": "gm",
                     *       "role": "gm",
                     *       "links": [
                     *         {
                     *           "seat": "Ann",
                     *           "role": "player",
                     *           "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *           "qr": "<svg ...></svg>"
                     *         }
                     *       ],
                     *       "gm": {
                     *         "seat": "gm",
                     *         "role": "gm",
                     *         "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *         "qr": "<svg ...></svg>"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enter_api_enter_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g"
                 *     }
                 */
                "application/json": components["schemas"]["Enter"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entered"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    health_health_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ready_ready_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    metrics_metrics_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    info_api_tables__t__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "table": "k3v0d8a1zq7m",
                     *       "name": "Friday",
                     *       "system": "riposte",
                     *       "settings": {
                     *         "level": "enforce",
                     *         "dice": "server",
                     *         "knowledge": "learned",
                     *         "undo": "propose",
                     *         "hold": false,
                     *         "declarations": "open",
                     *         "seconds": 90
                     *       },
                     *       "fights": [
                     *         {
                     *           "id": 0,
                     *           "name": "The ferry",
                     *           "state": "running",
                     *           "result": "",
                     *           "rules": "4",
                     *           "note": ""
                     *         }
                     *       ],
                     *       "fight": 0,
                     *       "seats": [
                     *         {
                     *           "seat": "Ann",
                     *           "role": "player",
                     *           "present": false,
                     *           "left_seconds": 40,
                     *           "units": [
                     *             "tamsin"
                     *           ]
                     *         }
                     *       ],
                     *       "alone": false,
                     *       "forked": false,
                     *       "you": {
                     *         "seat": "Ann",
                     *         "role": "player"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    view_api_tables__t__view_get: {
        parameters: {
            query?: {
                as?: string;
            };
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    command_api_tables__t__commands_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "5f0c",
                 *       "version": 1794807183809001,
                 *       "command": {
                 *         "do": "answer",
                 *         "question": "q3",
                 *         "option": "engage:vail"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    settings_api_tables__t__settings_patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "level": "assist",
                 *       "dice": "typed"
                 *     }
                 */
                "application/json": components["schemas"]["Settings"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "settings": {
                     *         "level": "enforce",
                     *         "dice": "server",
                     *         "knowledge": "learned",
                     *         "undo": "propose",
                     *         "hold": false,
                     *         "declarations": "open",
                     *         "seconds": 90
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Changed"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    new_seat_api_tables__t__seats_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seat": "Wall",
                 *       "role": "screen"
                 *     }
                 */
                "application/json": components["schemas"]["NewSeat"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seat": "Ann",
                     *       "role": "player",
                     *       "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *       "qr": "<svg ...></svg>"
                     *     }
                     */
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renew_api_tables__t__seats__seat__renew_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
                seat: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "hours": 24
                 *     }
                 */
                "application/json": components["schemas"]["Renew"] | null;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seat": "Ann",
                     *       "role": "player",
                     *       "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *       "qr": "<svg ...></svg>"
                     *     }
                     */
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    drop_seat_api_tables__t__seats__seat__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
                seat: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    leave_api_tables__t__leave_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    start_api_lab_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "forecast",
                 *       "encounter": "riposte/ferry",
                 *       "fights": 400
                 *     }
                 */
                "application/json": components["schemas"]["LabJob"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    job_api_lab__job__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancel_api_lab__job__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    watch_api_lab__job__watch_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fight": 17
                 *     }
                 */
                "application/json": components["schemas"]["WatchFight"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "record": {
                     *         "quintain": 1,
                     *         "system": "riposte",
                     *         "entries": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    odds_api_tables__t__odds_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "q3",
                 *       "options": [
                 *         "engage:vail"
                 *       ],
                 *       "budget_ms": 500
                 *     }
                 */
                "application/json": components["schemas"]["AskOdds"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "odds": {
                     *         "engage:vail": {
                     *           "exact": true,
                     *           "sampled": 0,
                     *           "headline": {
                     *             "label": "hit",
                     *             "low": 0.55,
                     *             "high": 0.55
                     *           },
                     *           "chances": [],
                     *           "bar": [],
                     *           "fates": [],
                     *           "back": [],
                     *           "figures": [],
                     *           "assumed": [],
                     *           "unknown": [],
                     *           "cut": 0,
                     *           "note": ""
                     *         }
                     *       },
                     *       "left_out": [
                     *         "engage:levy"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OddsAnswer"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    encounter_api_encounters__system___name__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    check_api_check_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encounter": "system: riposte\ncombatants: []\n"
                 *     }
                 */
                "application/json": components["schemas"]["CheckStart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": false,
                     *       "problems": [
                     *         {
                     *           "path": [
                     *             "combatants",
                     *             0,
                     *             "hp"
                     *           ],
                     *           "line": 7,
                     *           "text": "a whole number is wanted here."
                     *         }
                     *       ],
                     *       "summary": ""
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    export_api_encounters_export_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encounter": {
                 *         "system": "riposte",
                 *         "name": "Two at a ford",
                 *         "combatants": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckFile"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": unknown;
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    forms_api_systems__system__forms_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    combatants_api_systems__system__combatants_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    bestiary_api_import_bestiary_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Wight, undead: ..."
                 *     }
                 */
                "application/json": components["schemas"]["Text"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "blocks": {
                     *         "wight": {
                     *           "name": "Wight"
                     *         }
                     *       },
                     *       "report": "1 block was read.",
                     *       "left": []
                     *     }
                     */
                    "application/json": components["schemas"]["Blocks"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replay_api_replay_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfRecord"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay": "h2Jq0c5sVb1nYx7tKp3uEw",
                     *       "frames": 61,
                     *       "rounds": [
                     *         {
                     *           "round": 1,
                     *           "frame": 4
                     *         }
                     *       ],
                     *       "name": "The ferry",
                     *       "system": "riposte",
                     *       "rules": "4",
                     *       "now": "4"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replay_view_api_replay__id__view_get: {
        parameters: {
            query?: {
                at?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    fair_api_fair_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfRecord"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fair"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rules_api_rules__system__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClauseText"][];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rule_api_rules__system___clause__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
                clause: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "RI-07",
                     *       "chapter": "Strikes",
                     *       "text": "What does not hit does nothing."
                     *     }
                     */
                    "application/json": components["schemas"]["ClauseText"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    next_fight_api_tables__t__fights_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encounter": "riposte/cellar",
                 *       "after": 0
                 *     }
                 */
                "application/json": components["schemas"]["NewFight"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 0,
                     *       "name": "The ferry",
                     *       "state": "running",
                     *       "result": "",
                     *       "rules": "4",
                     *       "note": ""
                     *     }
                     */
                    "application/json": components["schemas"]["FightInfo"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    record_api_tables__t__fights__fight__record_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
                fight: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    fork_api_tables__t__fork_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "table": "k3v0d8a1zq7m",
                     *       "seat": "gm",
                     *       "role": "gm",
                     *       "links": [
                     *         {
                     *           "seat": "Ann",
                     *           "role": "player",
                     *           "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *           "qr": "<svg ...></svg>"
                     *         }
                     *       ],
                     *       "gm": {
                     *         "seat": "gm",
                     *         "role": "gm",
                     *         "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *         "qr": "<svg ...></svg>"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    export_api_tables__t__export_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    import_table_api_import_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "table": "k3v0d8a1zq7m",
                     *       "seat": "gm",
                     *       "role": "gm",
                     *       "links": [
                     *         {
                     *           "seat": "Ann",
                     *           "role": "player",
                     *           "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *           "qr": "<svg ...></svg>"
                     *         }
                     *       ],
                     *       "gm": {
                     *         "seat": "gm",
                     *         "role": "gm",
                     *         "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
                     *         "qr": "<svg ...></svg>"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    hand_over_api_tables__t__seats__seat__units_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                t: string;
                seat: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "units": [
                 *         "tamsin"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Units"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It cannot be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You have no seat here. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not yours to do. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not in this way. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be done as things are. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too often, or too much at once. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It cannot be kept now; try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}

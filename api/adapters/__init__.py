"""springtail's games and players in other libraries; each module needs the library that it is named after."""

package sandbox

// Finding is one forbidden thing that a locked-down process tried.
type Finding struct {
	Name   string `json:"name"`
	Held   bool   `json:"held"`   // it was refused
	Detail string `json:"detail"` // how it was refused, or what happened instead
}

// Report is what a probe found on this machine.
type Report struct {
	Layers   Layers    `json:"layers"`
	Findings []Finding `json:"findings"`
}

// Held says whether everything that was tried was refused.
func (r Report) Held() bool {
	for _, f := range r.Findings {
		if !f.Held {
			return false
		}
	}
	return len(r.Findings) > 0
}
